import { expect, it } from 'vitest';
import { imageOf, standalone } from './svg_image';

it('completes an inline drawing', () => {
  expect(standalone('<svg width="132" height="132" class="q"><g/></svg>')).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 132" width="132" height="132" class="q"><g/></svg>',
  );
});

it('leaves a complete one', () => {
  const whole = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>';
  expect(standalone(whole)).toBe(whole);
  expect(imageOf('<svg/>')).toMatch(/^data:image\/svg\+xml/);
});
