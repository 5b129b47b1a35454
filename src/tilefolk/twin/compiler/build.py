"""Builds the kernels ahead of time: `make kernels`.

numba makes code for LLVM from the sources, as it does when they run, but hardly optimised. llvmlite joins
it to one module, optimises that for a machine and writes an object; zig's linker makes a file of it. What
comes out is one WebAssembly file for every machine, or libraries for some (`--native`). Only developers who
change kernels need these tools.

Every kernel that Python calls (`twin.core.exports`) is wrapped in a function of two addresses: where its
arguments are, 64 bits each, and where its result goes. It returns 0, or 1 when it had no room to work in.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NamedTuple

os.environ |= {"TILEFOLK_KERNELS": "numba", "NUMBA_OPT": "0"}
os.environ.pop("NUMBA_BOUNDSCHECK", None)

from tilefolk.twin.compiler import jit
from tilefolk.twin.core.exports import EXPORTS, Export, Kind
from tilefolk.twin.core.manifest import MANIFEST, WASM, digest_of_sources, read_manifest

llvm: Any = import_module("llvmlite.binding")
types: Any = jit.types
SHIM = Path(__file__).with_name("shim.c")
TOOLS = ("numba", "llvmlite", "ziglang")


class Target(NamedTuple):
    """A machine to build for: how LLVM and zig call it, its processor at least, and the name of the file."""

    triple: str
    zig: str
    cpu: str
    features: str
    file: str


WASM_TARGET = Target(
    "wasm32-unknown-unknown",
    "wasm32-freestanding",
    "",
    "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext",
    WASM.name,
)
NATIVE = (
    Target("x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", "x86-64-v2", "", "kernels-linux-x86_64.so"),
    Target("aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", "", "", "kernels-linux-arm64.so"),
    Target("arm64-apple-macosx12.0", "aarch64-macos", "", "", "kernels-darwin-arm64.dylib"),
    Target("x86_64-pc-windows-gnu", "x86_64-windows-gnu", "x86-64-v2", "", "kernels-windows-x86_64.dll"),
)
NUMBERS = {
    "b1": "boolean", "i1": "int8", "u1": "uint8", "i2": "int16", "i4": "int32", "i8": "int64", "u8": "uint64",
    "f4": "float32", "f8": "float64",
}  # fmt: skip


def numba_type(kind: Kind) -> Any:
    number = getattr(types, NUMBERS[kind.number])
    return types.Array(number, kind.lengths, "C") if kind.lengths else number


def compiled(export: Export) -> Any:
    """A kernel as numba compiles it for its signature."""
    function: Any = getattr(import_module(export.module), export.function)
    function.compile(tuple(map(numba_type, export.takes)))
    return list(function.overloads.values())[-1]


def module_of_all() -> Any:
    """One module with all kernels and their wrappers."""
    out: Any = None
    for export in EXPORTS.values():
        found = compiled(export)
        module = llvm.parse_assembly(_plain(found.library.get_llvm_str()))
        entry = module.get_function(found.fndesc.llvm_func_name)
        arguments = [str(argument.type) for argument in entry.arguments]
        wrapper = wrapped(export, entry.name, arguments, str(found.signature.return_type))
        if out is None:
            out = module
        else:
            out.link_in(module)
        out.link_in(llvm.parse_assembly(wrapper))
    return out


def _plain(text: str) -> str:
    """Code without what only a running Python could give it, and without a word of what machine it is for."""
    text = re.sub(r" common ((?:\w+ )*)global", r" linkonce_odr \1global", text)
    return re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.M)


# How a result is read, and made one of 64 bits.
RESULTS = {
    "bool": ("i8", "zext i8 %result to i64"),
    "int32": ("i32", "sext i32 %result to i64"),
    "int64": ("i64", "add i64 %result, 0"),
    "uint64": ("i64", "add i64 %result, 0"),
    "float64": ("double", "bitcast double %result to i64"),
}


def wrapped(export: Export, entry: str, arguments: list[str], gives: str) -> str:
    """A function of two addresses around a kernel, in LLVM's language."""
    lines: list[str] = []
    given: list[tuple[str, str]] = []
    at = 0

    def number(code: str = "i64") -> str:
        nonlocal at
        lines.append(f"  %p{at} = getelementptr i64, ptr %block, i64 {at}")
        lines.append(f"  %v{at} = load {code}, ptr %p{at}, align 8")
        at += 1
        return f"%v{at - 1}"

    for kind in export.takes:
        if kind.lengths:
            begin = number()
            lengths = [number() for _ in range(kind.lengths)]
            given += _array(lines, kind, begin, lengths, at)
        elif kind.is_real:
            given.append(("double", number("double")))
        elif kind.number == "b1":
            flag = number()
            lines.append(f"  %b{at} = trunc i64 {flag} to i8")
            given.append(("i8", f"%b{at}"))
        else:
            given.append(("i64", number()))
    call = ", ".join(f"{code} {value}" for code, value in [("ptr", "%room"), ("ptr", "%error"), *given])
    expected = [code for code, _ in [("ptr", ""), ("ptr", ""), *given]]
    if arguments != expected:
        raise TypeError(f"{export.name}: numba asks for {arguments}, not {expected}")
    lines += [f"  %state = call i32 @{entry}({call})", "  %failed = icmp ne i32 %state, 0"]
    if export.gives:
        if (gives == "float64") != export.gives.is_real:
            raise TypeError(f"{export.name} gives {gives}")
        code, widened = RESULTS[gives]
        lines.append(f"  %result = load {code}, ptr %room, align 8")
        lines += [f"  %whole = {widened}", "  store i64 %whole, ptr %out, align 8"]
    body = "\n".join(lines)
    kinds = ", ".join(expected)
    return f"""
declare i32 @{entry}({kinds})
define i32 @{export.symbol}(ptr %block, ptr %out) {{
  %room = alloca i64, align 8
  %error = alloca ptr, align 8
{body}
  %code = zext i1 %failed to i32
  ret i32 %code
}}
"""


def _array(
    lines: list[str], kind: Kind, begin: str, lengths: list[str], at: int
) -> Iterator[tuple[str, str]]:
    """An array as numba hands it on: nobody counts its users; its size, place, lengths and strides."""
    size = int(kind.number[1:])
    lines.append(f"  %a{at} = inttoptr i64 {begin} to ptr")
    apart, strides = str(size), [str(size)]
    for index, length in enumerate(reversed(lengths)):
        lines.append(f"  %s{at}.{index} = mul i64 {apart}, {length}")
        apart = f"%s{at}.{index}"
        strides.insert(0, apart)
    lines.append(f"  %n{at} = sdiv exact i64 {strides[0]}, {size}")
    yield from (("ptr", "null"), ("ptr", "null"), ("i64", f"%n{at}"), ("i64", str(size)), ("ptr", f"%a{at}"))
    yield from (("i64", length) for length in lengths)
    yield from (("i64", stride) for stride in strides[1:])


def object_for(target: Target, text: str) -> bytes:
    """The module for a machine."""
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc="static" if target is WASM_TARGET else "pic"
    )
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{target.triple}"\n'
    module = llvm.parse_assembly(head + text)
    symbols = {export.symbol for export in EXPORTS.values()}
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in symbols else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    prune = llvm.create_new_module_pass_manager()
    prune.add_refprune_pass()  # numba's own: who uses an array is not counted where it makes no difference
    for passes in (builder.getModulePassManager(), prune, builder.getModulePassManager()):
        passes.run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def link(target: Target, code: bytes, digest: str, out: Path) -> None:
    """The object and what it asks of a machine, as a file."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "kernels.o").write_bytes(code)
        (place / "digest.c").write_text(f'const char tilefolk_digest[] = "{digest}";\n')
        words: list[str | Path] = [
            sys.executable,
            "-m",
            "ziglang",
            "cc",
            f"--target={target.zig}",
            "-O2",
            "-s",
        ]
        if target is WASM_TARGET:
            names = [export.symbol for export in EXPORTS.values()]
            words += [
                "-mbulk-memory",
                "-nostdlib",
                "-fno-builtin",
                "-Wl,--no-entry",
                "-Wl,-z,stack-size=262144",
            ]
            words += [f"-Wl,--export={name}" for name in names]
        else:
            words += ["-shared", place / "digest.c"]
        made = place / target.file  # beside one for Windows the linker leaves a list of its symbols
        words += ["-o", made, SHIM, place / "kernels.o"]
        subprocess.run(list(map(str, words)), check=True, cwd=place)
        shutil.copyfile(made, out)


def build(folder: Path, targets: Sequence[Target]) -> None:
    """Files for some machines, in a folder."""
    jit.OPTIONS["cache"] = False
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    text, digest = _plain(str(module_of_all())), digest_of_sources()
    folder.mkdir(parents=True, exist_ok=True)
    for target in targets:
        link(target, object_for(target, text), digest, folder / target.file)
        print(f"{target.file}: {(folder / target.file).stat().st_size:,} bytes", flush=True)
    if WASM_TARGET in targets:
        write_manifest(folder, digest)


def write_manifest(folder: Path, digest: str) -> None:
    manifest = {
        "digest": digest,
        "tools": {tool: metadata.version(tool) for tool in TOOLS},
        "exports": {export.symbol: told(export) for export in EXPORTS.values()},
    }
    (folder / MANIFEST.name).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def told(export: Export) -> str:
    """The signature of a kernel as the manifest has it."""
    takes = " ".join(_word(kind) for kind in export.takes)
    return f"{takes} -> {_word(export.gives)}" if export.gives else takes


def _word(kind: Kind) -> str:
    return kind.number + (f"[{',' * (kind.lengths - 1)}]" if kind.lengths else "")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the kernels ahead of time.")
    parser.add_argument("--folder", type=Path, default=WASM.parent)
    parser.add_argument("--native", action="store_true", help="libraries for some machines instead")
    given = parser.parse_args()
    if given.native and read_manifest().digest != digest_of_sources():
        sys.exit("kernels.wasm was made from other sources; run `make kernels` first")
    build(given.folder, NATIVE if given.native else [WASM_TARGET])


if __name__ == "__main__":
    main()
