import { describe, expect, it } from 'vitest';
import { SIGNATURES, toyKernels } from './testing/toy_kernels';

describe('arrays', () => {
  const { kernels, back } = toyKernels();

  it('begin as zeros, or with their numbers', () => {
    expect([...kernels.empty('u8', 2, 2).numbers]).toEqual([0n, 0n, 0n, 0n]);
    expect([...kernels.array('i1', [-1, 2]).numbers]).toEqual([-1, 2]);
    expect([...kernels.array('f4', Float32Array.of(0.5)).numbers]).toEqual([0.5]);
    expect(kernels.empty('i4', 0).numbers).toHaveLength(0);
  });

  it('are seen where they are after the memory has grown', () => {
    const array = kernels.array('i2', [1, 2]);
    const before = array.numbers;
    kernels.call('grow', array);
    expect(before).toHaveLength(0);
    expect([...array.numbers]).toEqual([-5, 2]);
  });

  it('are given back once', () => {
    const array = kernels.empty('i4', 3);
    kernels.release(array);
    expect(back).toEqual([array.address]);
    expect(() => kernels.release(array)).toThrow('released');
    expect(() => kernels.call('add', array, 1)).toThrow('add: an array that is released');
    expect(() => kernels.release(toyKernels().kernels.empty('i4', 3))).toThrow('of other kernels');
  });

  it('are refused where there is no room for them', () => {
    expect(() => kernels.empty('f8', 100_000)).toThrow('the kernels have no 800000 bytes left');
    expect(() => kernels.empty('i1', 2 ** 32 + 1)).toThrow(RangeError);
  });
});

describe('a call', () => {
  const { kernels } = toyKernels();

  it('hands over numbers of every kind, and gives what the kernel gives', () => {
    const array = kernels.array('i4', [1, 2, 3]);
    expect(kernels.call('add', array, 10n)).toBe(3);
    expect(kernels.call('add', array, -1)).toBe(3);
    expect([...array.numbers]).toEqual([10, 11, 12]);
    expect(kernels.call('half', 3)).toBe(1.5);
    expect([true, false, 1].map((flag) => kernels.call('is_set', flag))).toEqual([true, false, true]);
    const rows = kernels.empty('u8', 1, 2);
    expect(kernels.call('fill', rows, 2n ** 63n - 1n)).toBeNull();
    expect([...rows.numbers]).toEqual([2n ** 63n - 1n, 2n ** 63n - 1n]);
  });

  it.each([
    ['another kernel', () => kernels.call('subtract'), 'no kernel subtract'],
    ['a name of all objects', () => kernels.call('toString'), 'no kernel toString'],
    ['too few arguments', () => kernels.call('add', kernels.empty('i4', 1)), 'add takes 2 arguments, not 1'],
    ['too many arguments', () => kernels.call('half', 1, 2), 'half takes 1 arguments, not 2'],
    ['an array of other numbers', () => kernels.call('add', kernels.empty('f4', 1), 1), 'add: f4[] is no i4[]'],
    ['an array of rows', () => kernels.call('add', kernels.empty('i4', 1, 1), 1), 'add: i4[,] is no i4[]'],
    ['a row for rows', () => kernels.call('fill', kernels.empty('u8', 1), 1), 'fill: u8[] is no u8[,]'],
    ['a number for an array', () => kernels.call('add', 5, 1), 'add: number 5 is no i4[]'],
    ['an array for a number', () => kernels.call('half', kernels.empty('f8', 1)), 'half: f8[] is no f8'],
    ['a part of a number', () => kernels.call('fail', 0.5), 'fail: number 0.5 is no i8'],
    ['a whole number for a real one', () => kernels.call('half', 1n), 'half: bigint 1 is no f8'],
  ])('refuses %s', (_, call, why) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(why);
  });

  it('says when a kernel had no room', () => {
    expect(() => kernels.call('fail', 1)).toThrow(new RangeError('fail had no room to work in'));
  });
});

it('takes no file that lacks a kernel of the manifest', () => {
  expect(() => toyKernels({ ...SIGNATURES, look: 'i4[]' })).toThrow('the file has no look');
});
