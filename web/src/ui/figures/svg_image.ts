/** An SVG text as the address of an image. */
export function imageOf(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
}

/** The outermost tag with its name space and a view box, whether it came with them or not. */
export function standalone(svg: string): string {
  return svg.replace(/<svg\b([^>]*)>/, (_, rest: string) => {
    const width = /\bwidth="([\d.]+)"/.exec(rest)?.[1];
    const height = /\bheight="([\d.]+)"/.exec(rest)?.[1];
    const space = /\bxmlns=/.test(rest) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
    const box = /\bviewBox=/.test(rest) || !width || !height ? '' : ` viewBox="0 0 ${width} ${height}"`;
    return `<svg${space}${box}${rest}>`;
  });
}
