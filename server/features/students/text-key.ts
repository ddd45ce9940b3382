/** How titles and names are compared: NFC, lower case, single spaces. */
export const textKey = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
