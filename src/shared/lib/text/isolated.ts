/** An address inside a sentence of either direction: its own direction, without turning its neighbours (bidi isolate). */
export const isolated = (text: string): string => `\u2068${text}\u2069`
