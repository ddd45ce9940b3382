/** A small PDF of one page, as a word processor would export it. */

/** Characters outside of Latin-1 have no glyph in the standard fonts. */
const literal = (text: string): string =>
  text.replaceAll(/[^\u0020-\u00ff]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`)

const pageOf = (heading: string, lines: readonly string[]): string => {
  const body = lines.map((line) => `(${literal(line)}) Tj T*`).join('\n')
  return `BT /F1 22 Tf 72 770 Td (${literal(heading)}) Tj ET\nBT /F1 11 Tf 16 TL 72 735 Td\n${body}\nET`
}

/** The file of these objects, numbered from 1. The first one is the catalogue. */
export const pdfOf = (objects: readonly string[], trailer = ''): Buffer => {
  let text = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = text.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

export const resumeObjects = (heading: string, lines: readonly string[]): string[] => {
  const content = pageOf(heading, lines)
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
}

export const resumePdf = (heading: string, lines: readonly string[]): Buffer =>
  pdfOf(resumeObjects(heading, lines))
