/* What the kernels ask of a machine: memory to work in. In WebAssembly Python's arrays come from here too.

   Places are of a few sizes, four between a power of two and the next, and go back to the list of their size. */

typedef unsigned long long u64;
typedef __SIZE_TYPE__ size;

void *memcpy(void *to, const void *from, size count);
void *memset(void *to, int value, size count);

#ifdef __wasm__

#define EXPORT(name) __attribute__((export_name(#name)))
#define PAGE 65536u
#define SIZES 128
#define HEAD 16u /* bytes before a place: which size it has */

extern unsigned char __heap_base;
static unsigned top;
static void *unused[SIZES];

/* The number of a size that is enough for so many bytes, and how many it has. */
static unsigned size_for(unsigned bytes, unsigned *length) {
  unsigned power = 64, number = 0;
  while (2 * power <= bytes) {
    power *= 2;
    number += 4;
  }
  unsigned quarter = power / 4;
  unsigned quarters = bytes <= power ? 0 : (bytes - power + quarter - 1) / quarter;
  *length = power + quarters * quarter;
  return number + quarters;
}

EXPORT(take) void *take(unsigned bytes) {
  unsigned length, number;
  if (bytes > 0x40000000u) return 0;
  number = size_for(bytes, &length);
  if (unused[number]) {
    void *place = unused[number];
    unused[number] = *(void **)place;
    return place;
  }
  if (!top) top = ((unsigned)&__heap_base + 15u) & ~15u;
  unsigned begin = top, end = begin + HEAD + length, have = __builtin_wasm_memory_size(0) * PAGE;
  if (end < begin) return 0;
  if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size)-1) return 0;
  top = end;
  *(unsigned *)begin = number;
  return (void *)(begin + HEAD);
}

EXPORT(give_back) void give_back(void *place) {
  unsigned number = *(unsigned *)((unsigned)place - HEAD);
  *(void **)place = unused[number];
  unused[number] = place;
}

void *memcpy(void *to, const void *from, size count) {
  unsigned char *write = to;
  const unsigned char *read = from;
  while (count--) *write++ = *read++;
  return to;
}

void *memset(void *to, int value, size count) {
  unsigned char *write = to;
  while (count--) *write++ = (unsigned char)value;
  return to;
}

/* A product of 128 bits: LLVM asks for it where it looks whether a product of two lengths has room. Optimised
   it would be seen for what it is, and call itself. */
__attribute__((optnone, noinline)) void __multi3(u64 *product, u64 low, u64 high, u64 other_low, u64 other_high) {
  const u64 half = 0xffffffff;
  u64 a = low & half, b = low >> 32, c = other_low & half, d = other_low >> 32;
  u64 middle = b * c + (a * c >> 32), other = a * d + (middle & half);
  product[0] = low * other_low;
  product[1] = b * d + (middle >> 32) + (other >> 32) + low * other_high + high * other_low;
}

#else

#include <stdlib.h>
#define take malloc
#define give_back free

#endif

/* numba's own: an array made in a kernel is a note of this kind with its numbers behind it. */
struct note {
  u64 users;
  void *destroy, *told, *numbers;
  u64 bytes;
  void *other;
};

#define ALIGNED 64u

void *NRT_MemInfo_alloc_aligned(u64 bytes, unsigned align) {
  struct note *note = take(sizeof(struct note) + (size)bytes + ALIGNED);
  if (!note) return 0;
  note->users = 1;
  note->destroy = 0;
  note->numbers = (void *)(((size)note + sizeof(struct note) + ALIGNED - 1) & ~(size)(ALIGNED - 1));
  note->bytes = bytes;
  return note;
}

void NRT_MemInfo_call_dtor(void *note) { give_back(note); }
