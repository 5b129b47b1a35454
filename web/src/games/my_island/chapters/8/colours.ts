/** The light of the portal is the same by day and under the lamp. */
export const GLOW = '#2fc4ad';
export const PALE = '#c9fbf1';
export const DEEP = '#0f5c55';
export const NIGHT = '#1c2030';
