import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const LONGEST_LINE = 120;

/** Prettier leaves long texts and class lists alone; a reader's window does not. */
const lineLength = {
  meta: { type: 'layout', schema: [], messages: { long: 'This line has {{length}} characters; {{most}} at most.' } },
  create: (context) => ({
    'Program:exit': () =>
      context.sourceCode.lines.forEach(({ length }, index) => {
        if (length <= LONGEST_LINE) return;
        const loc = { start: { line: index + 1, column: LONGEST_LINE }, end: { line: index + 1, column: length } };
        context.report({ loc, messageId: 'long', data: { length, most: LONGEST_LINE } });
      }),
  }),
};

export default ts.config(
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    plugins: { tilefolk: { rules: { 'line-length': lineLength } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'tilefolk/line-length': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'off', // an index that is known to be there
      'svelte/no-at-html-tags': 'off', // our own drawings: no word of a person comes into them
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that no formatter takes away
      'svelte/prefer-svelte-reactivity': 'off', // a Map inside a computation is nobody's state
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
