"""The kernels in a worker of a real page: the same answers as on the server, under the server's policy."""

from pathlib import Path

from tests import kernel_positions
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person

STATIC = Path(__file__).parents[2] / "src" / "tilefolk" / "server" / "static"
POSITIONS = "/kernel_positions.gz"

# The totals of all positions; what several of them need is left in the worker.
PLAY_ON = """async ([client, positions]) => {
  const { KernelClient } = await import(client);
  const packed = (await fetch(positions)).body.pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const begin = bytes.indexOf(10) + 1;
  const told = JSON.parse(new TextDecoder().decode(bytes.subarray(0, begin)));
  const arrays = bytes.slice(begin).buffer;
  const views = { i4: Int32Array, u8: BigUint64Array, f4: Float32Array };
  const kernels = new KernelClient();
  const kept = new Map();
  const given = (one) => {
    if (typeof one === 'string') return BigInt(one);
    if (!kept.has(one.at)) {
      const numbers = new views[one.kind](arrays, one.at, one.shape.reduce((a, b) => a * b));
      kept.set(one.at, kernels.keep({ numbers, shape: one.shape }));
    }
    return kept.get(one.at);
  };
  const found = [];
  for (const { arguments: all, totals } of told.positions) {
    const out = new Float32Array(totals.length);
    await kernels.call(told.symbol, ...(await Promise.all(all.map(given))), out);
    found.push([[...out], totals]);
  }
  kernels.close();
  return found;
}"""

WHY = """async (client) => {
  const { KernelClient } = await import(client);
  const kernels = new KernelClient();
  return kernels.call('none', 1).catch(({ name, message }) => `${name}: ${message}`);
}"""

COMPILE = """async (file) => {
  const bytes = await (await fetch(file)).arrayBuffer();
  return WebAssembly.compile(bytes).then(() => '', ({ name }) => name);
}"""


def asset(pattern: str) -> str:
    (file,) = STATIC.glob(f"assets/{pattern}")
    return f"/{file.relative_to(STATIC)}"


def test_playouts_come_to_the_same_in_chromium(newcomer: Newcomer) -> None:
    ola = newcomer()
    body = kernel_positions.packed_positions()
    ola.page.route(f"**{POSITIONS}", lambda route: route.fulfill(body=body))
    ola.open()
    answers = ola.page.evaluate(PLAY_ON, [asset("kernels-*.js"), POSITIONS])
    assert len(answers) == 100
    assert [found for found, _ in answers] == [expected for _, expected in answers]


def test_a_worker_says_why_there_is_no_answer(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.open()
    assert why(ola) == "TypeError: no kernel none"
    ola.page.route("**/*.wasm", lambda route: route.fulfill(status=503))
    assert why(ola) == "Error: no kernels: 503"
    ola.page.route("**/kernel_worker-*.js", lambda route: route.abort())
    assert why(ola) == "Error: the worker did not start"
    ola.faults.clear()  # the browser notes what did not come


def why(person: Person) -> str:
    said: str = person.page.evaluate(WHY, asset("kernels-*.js"))
    return said


def test_the_page_itself_may_not_compile_them(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.open()
    assert ola.page.evaluate(COMPILE, asset("kernels-*.wasm")) == "CompileError"
    ola.faults.clear()  # the browser notes the refusal
