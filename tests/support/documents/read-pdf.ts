/** What a reader that is not ours finds in a PDF. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfFacts {
  readonly pages: number
  readonly title: string | undefined
  readonly language: string | null
  readonly isTagged: boolean
  /** Roles of the structure tree, in order, without nested ones that repeat. */
  readonly roles: readonly string[]
  readonly text: string
  /** Alternative texts of figures. */
  readonly alts: readonly string[]
}

interface Node {
  readonly role?: string
  readonly alt?: string
  readonly children?: readonly Node[]
}

const flat = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flat)]

export const readPdf = async (bytes: Uint8Array): Promise<PdfFacts> => {
  // The reader takes the memory over.
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const pdf = await task.promise
  try {
    const { info } = await pdf.getMetadata()
    const page = await pdf.getPage(1)
    const nodes = flat(((await page.getStructTree()) ?? {}) as Node)
    const { items } = await page.getTextContent()
    // A map, other than its type says.
    const marks = (await pdf.getMarkInfo()) as unknown as ReadonlyMap<string, boolean> | null
    const { Title, Language } = info as { Title?: string; Language?: string | null }
    return {
      pages: pdf.numPages,
      title: Title,
      language: Language ?? null,
      isTagged: marks?.get('Marked') === true,
      roles: nodes.flatMap(({ role }) => role ?? []),
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      alts: nodes.flatMap(({ alt }) => alt ?? []),
    }
  } finally {
    await task.destroy()
  }
}
