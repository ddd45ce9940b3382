/** Text for HTML and XML, in elements and in quoted attributes. Numbers: XML knows no names such as `&nbsp;`. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
