/** The C-like plural formula of gettext, read without eval. */

export type Plural = (n: number) => number;

const TOKEN = /\s*(\d+|n|&&|\|\||[<>=!]=|[<>?:()%!+*/-])/y;

/** Weakest first; every level binds to the left. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const COMBINE: Record<string, (a: number, b: number) => number> = {
  '||': (a, b) => Number(a !== 0 || b !== 0),
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
};

/** The function behind a formula; throws a SyntaxError when it is none. */
export function readPlural(formula: string): Plural {
  const tokens = split(formula);
  let at = 0;

  const take = (wanted: string): void => {
    if (tokens[at] !== wanted) throw new SyntaxError(`${wanted} expected in: ${formula}`);
    at += 1;
  };

  function choice(): Plural {
    const when = level(0);
    if (tokens[at] !== '?') return when;
    take('?');
    const then = choice();
    take(':');
    const otherwise = choice();
    return (n) => (when(n) !== 0 ? then(n) : otherwise(n));
  }

  function level(depth: number): Plural {
    const signs = LEVELS[depth];
    if (!signs) return single();
    let left = level(depth + 1);
    for (let sign = tokens[at]; sign !== undefined && signs.includes(sign); sign = tokens[at]) {
      at += 1;
      const [first, second, combine] = [left, level(depth + 1), COMBINE[sign]!];
      left = (n) => combine(first(n), second(n));
    }
    return left;
  }

  function single(): Plural {
    const token = tokens[at];
    at += 1;
    if (token === 'n') return (n) => n;
    if (token === '!') {
      const inner = single();
      return (n) => Number(inner(n) === 0);
    }
    if (token === '(') {
      const inner = choice();
      take(')');
      return inner;
    }
    if (token === undefined || !/^\d/.test(token)) throw new SyntaxError(`a number expected in: ${formula}`);
    const number = Number(token);
    return () => number;
  }

  const whole = choice();
  if (at < tokens.length) throw new SyntaxError(`${tokens[at]} is too much in: ${formula}`);
  return whole;
}

function split(formula: string): string[] {
  const tokens: string[] = [];
  const text = formula.trim().replace(/;$/, '').trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new SyntaxError(`unknown sign in: ${text.slice(from)}`);
    tokens.push(found[1]!);
  }
  return tokens;
}
