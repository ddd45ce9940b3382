/** Says what is wrong with a stranger's PDF; runs in the pool of worker threads. */
import { pdfObjects } from './pdf-objects.ts'

export type PdfProblem = 'not_a_pdf' | 'encrypted_file' | 'active_file'

/** The header may stand behind some other bytes. */
const HEADER_WITHIN = 1024
/** Actions that run code, start programs or send data. */
const ACTIVE = ['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'RichMedia', 'XFA']

/** Null for a whole PDF that any reader opens and that does nothing but show itself. */
export const checkPdf = (input: Uint8Array): PdfProblem | null => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-') || !bytes.includes('startxref')) return 'not_a_pdf'
  try {
    const objects = pdfObjects(bytes)
    if (objects.some(({ isTrailer, names }) => isTrailer && names.has('Encrypt'))) return 'encrypted_file'
    if (objects.some(({ names }) => ACTIVE.some((name) => names.has(name)))) return 'active_file'
    const has = (name: string) => objects.some(({ names }) => names.has(name))
    return has('Catalog') && has('Page') ? null : 'not_a_pdf'
  } catch {
    // Damaged, or not readable without effort that nobody's résumé needs.
    return 'not_a_pdf'
  }
}
