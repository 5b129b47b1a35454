/** The colours of the folk, by seat; the hat says more. */
export const FOLK = ['#d9822b', '#3f8f8a', '#8d5fb0', '#7b8a3c', '#b8506a', '#5a6f94'] as const;
