/**
 * Reads questions in QTI 2.1, 2.2 and 3.0 (one item, or a package of them) and in QTI 1.2 (banks in Common
 * Cartridges). Version 3 writes names differently; they are converted to those of version 2 first.
 */
import { QUESTION_ROWS_MAX, type QuestionFileIssue } from '#contract/question-bank/question-import.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import { descendants, parseXml, XML_MAX_BYTES, type XmlNode } from '#server/core/packages/xml.ts'
import { openZip, type Zip } from '#server/core/packages/zip.ts'
import type { ParsedFile } from './csv.ts'
import { itemFrom } from './qti-item.ts'
import { itemFrom as qti1ItemFrom, itemsOfQti1 } from './qti1/items.ts'
import { rowOf, type QuestionRow } from './row.ts'

/** A question package of this size contains thousands of items with pictures. */
const PACKAGE_BYTES = 64 * 1024 ** 2

export const isZip = (bytes: Buffer): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

export const parseQti = async (bytes: Buffer, fileName = ''): Promise<ParsedFile> => {
  if (!isZip(bytes)) return toRows([{ root: normalizeNames(parseXml(bytes, fileName)), name: fileName }], [])
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

const parsePackage = async (zip: Zip): Promise<ParsedFile> => {
  const issues: QuestionFileIssue[] = []
  const documents: Document[] = []
  for (const name of await orderedFiles(zip)) {
    if (documents.length >= QUESTION_ROWS_MAX) break
    try {
      documents.push({ root: normalizeNames(parseXml(await zip.read(name, XML_MAX_BYTES), name)), name })
    } catch (error) {
      // Report a broken file and continue with the others.
      if (!(error instanceof PackageError)) throw error
      issues.push({ code: error.code, detail: error.detail || name })
    }
  }
  return toRows(documents, issues)
}

/** Files in the order of the manifest, then the ones it does not list. */
const orderedFiles = async (zip: Zip): Promise<string[]> => {
  const all = zip.entries.map(({ name }) => name).filter((name) => /\.xml$/i.test(name))
  const manifest = zip.find('imsmanifest.xml')
  const others = all.filter((name) => name.toLowerCase() !== 'imsmanifest.xml')
  if (!manifest) return others
  const root = parseXml(await zip.read(manifest.name, XML_MAX_BYTES), manifest.name)
  const listed = descendants(root, ({ name }) => name === 'resource').flatMap(({ attributes }) => {
    const entry = zip.find(attributes['href'] ?? '')
    return entry && /\.xml$/i.test(entry.name) ? [entry.name] : []
  })
  return [...new Set([...listed, ...others])]
}

const toRows = async (documents: readonly Document[], issues: QuestionFileIssue[]): Promise<ParsedFile> => {
  const rows: QuestionRow[] = []
  for (const { root, name } of documents) {
    const items =
      root.name === 'questestinterop' ? await itemsOfQti1(root) : await yieldingMap(itemsOf(root), itemFrom)
    if (items.length === 0 && root.name !== 'assessmentTest' && root.name !== 'manifest')
      issues.push({ code: 'file_skipped', detail: name || root.name })
    const rowsBefore = rows.length
    rows.push(...(await yieldingMap(items, (item, index) => rowOf({ ...item, row: rowsBefore + index + 1 }))))
  }
  if (rows.length > QUESTION_ROWS_MAX) issues.push({ code: 'too_many_rows', detail: String(rows.length) })
  return { rows: rows.slice(0, QUESTION_ROWS_MAX), issues }
}

/** An item of QTI 1.2, with the points that its quiz gives; null for its own. */
export interface WeightedItem {
  node: XmlNode
  points: number | null
}

export const questionsOfItems = (items: readonly WeightedItem[]): Promise<QuestionRow[]> =>
  yieldingMap(items, ({ node, points }, index) => {
    const { parsed, ...rest } = qti1ItemFrom(node)
    return rowOf({
      ...rest,
      parsed: parsed && points !== null ? { ...parsed, points } : parsed,
      row: index + 1,
    })
  })

/** The questions of a QTI 2 or 3 document, in order. */
export const questionsOfDocument = async (root: XmlNode): Promise<QuestionRow[]> =>
  yieldingMap(itemsOf(normalizeNames(root)), (item, index) => rowOf({ ...itemFrom(item), row: index + 1 }))

const itemsOf = (root: XmlNode): XmlNode[] =>
  root.name === 'assessmentItem' ? [root] : descendants(root, ({ name }) => name === 'assessmentItem')

const toCamelCase = (name: string): string =>
  name.replace(/^qti-/, '').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** For example `qti-choice-interaction` and `max-choices` become `choiceInteraction` and `maxChoices`. */
const normalizeNames = (node: XmlNode): XmlNode => ({
  name: toCamelCase(node.name),
  attributes: Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [
      name.startsWith('data-') ? name : toCamelCase(name),
      value,
    ]),
  ),
  children: node.children.map((child) => (typeof child === 'string' ? child : normalizeNames(child))),
})
