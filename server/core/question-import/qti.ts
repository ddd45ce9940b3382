/**
 * Questions in QTI 2.1, 2.2 and 3.0: one item, or a package of them; QTI 1.2 banks as Common Cartridges carry them.
 * Version 3 differs in how names are written; they are brought to one form before anything is read.
 */
import { QUESTION_ROWS_MAX, type QuestionFileIssue } from '#contract/question-bank/question-import.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { PackageError } from '#server/core/packages/refusal.ts'
import { descendants, parseXml, XML_MAX_BYTES, type XmlNode } from '#server/core/packages/xml.ts'
import { openZip, type Zip } from '#server/core/packages/zip.ts'
import type { Parsed } from './csv.ts'
import { itemFrom } from './qti-item.ts'
import { itemsOfQti1 } from './qti1.ts'
import { rowOf, type QuestionRow } from './row.ts'

/** A question package of this size holds thousands of items with pictures. */
const PACKAGE_BYTES = 64 * 1024 ** 2

export const isZip = (bytes: Buffer): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

export const parseQti = async (bytes: Buffer, fileName = ''): Promise<Parsed> => {
  if (!isZip(bytes)) return gathered([{ root: normalised(parseXml(bytes, fileName)), name: fileName }], [])
  const zip = await openZip(bytes, { totalBytes: PACKAGE_BYTES, entries: 5000 })
  try {
    return await parsePackage(zip)
  } finally {
    zip.close()
  }
}

interface Document {
  root: XmlNode
  name: string
}

const parsePackage = async (zip: Zip): Promise<Parsed> => {
  const issues: QuestionFileIssue[] = []
  const documents: Document[] = []
  for (const name of await orderOf(zip)) {
    if (documents.length >= QUESTION_ROWS_MAX) break
    try {
      documents.push({ root: normalised(parseXml(await zip.read(name, XML_MAX_BYTES), name)), name })
    } catch (error) {
      // One broken file says so; the others are read.
      if (!(error instanceof PackageError)) throw error
      issues.push({ code: error.code, detail: error.detail || name })
    }
  }
  return gathered(documents, issues)
}

/** Files in the order of the manifest, then those that it does not name. */
const orderOf = async (zip: Zip): Promise<string[]> => {
  const all = zip.entries.map(({ name }) => name).filter((name) => /\.xml$/i.test(name))
  const manifest = zip.find('imsmanifest.xml')
  const others = all.filter((name) => name.toLowerCase() !== 'imsmanifest.xml')
  if (!manifest) return others
  const root = parseXml(await zip.read(manifest.name, XML_MAX_BYTES), manifest.name)
  const named = descendants(root, ({ name }) => name === 'resource').flatMap(({ attributes }) => {
    const found = zip.find(attributes['href'] ?? '')
    return found && /\.xml$/i.test(found.name) ? [found.name] : []
  })
  return [...new Set([...named, ...others])]
}

const gathered = async (documents: readonly Document[], issues: QuestionFileIssue[]): Promise<Parsed> => {
  const rows: QuestionRow[] = []
  for (const { root, name } of documents) {
    const items =
      root.name === 'questestinterop' ? await itemsOfQti1(root) : await yieldingMap(itemsOf(root), itemFrom)
    if (items.length === 0 && root.name !== 'assessmentTest' && root.name !== 'manifest')
      issues.push({ code: 'file_skipped', detail: name || root.name })
    const before = rows.length
    rows.push(...(await yieldingMap(items, (item, at) => rowOf({ ...item, row: before + at + 1 }))))
  }
  if (rows.length > QUESTION_ROWS_MAX) issues.push({ code: 'too_many_rows', detail: String(rows.length) })
  return { rows: rows.slice(0, QUESTION_ROWS_MAX), issues }
}

/** The questions of a document in QTI 1.2, in its order. */
export const questionsOfBank = async (root: XmlNode): Promise<QuestionRow[]> =>
  yieldingMap(await itemsOfQti1(root), (item, at) => rowOf({ ...item, row: at + 1 }))

const itemsOf = (root: XmlNode): XmlNode[] =>
  root.name === 'assessmentItem' ? [root] : descendants(root, ({ name }) => name === 'assessmentItem')

const camel = (name: string): string =>
  name.replace(/^qti-/, '').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `qti-choice-interaction` with `max-choices` is `choiceInteraction` with `maxChoices`. */
const normalised = (node: XmlNode): XmlNode => ({
  name: camel(node.name),
  attributes: Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [
      name.startsWith('data-') ? name : camel(name),
      value,
    ]),
  ),
  children: node.children.map((child) => (typeof child === 'string' ? child : normalised(child))),
})
