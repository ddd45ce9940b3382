/** The questions of a QTI 1.2 quiz, with the ones that it takes from banks of the package. */
import type { ImportLine } from '#contract/course-import/course-import.ts'
import { PackageError } from '#server/core/packages/package-error.ts'
import {
  descendants,
  element,
  elements,
  parseXml,
  textOf,
  XML_MAX_BYTES,
  type XmlNode,
} from '#server/core/packages/xml.ts'
import type { WeightedItem } from '#server/core/question-import/qti.ts'
import { numberOf } from '#server/core/question-import/vocabulary.ts'
import { note } from '../plan.ts'
import type { Bank, Reader } from './reader.ts'

/** The question banks of a package by their id; Canvas keeps them beside the full quizzes. */
export const banksOf = async ({ zip }: Pick<Reader, 'zip'>): Promise<ReadonlyMap<string, Bank>> => {
  const banks = new Map<string, Bank>()
  for (const { name } of zip.entries.filter((entry) => /\.xml\.qti$/i.test(entry.name))) {
    try {
      const root = parseXml(await zip.read(name, XML_MAX_BYTES), name)
      const bank = element(root, 'objectbank')
      if (bank) banks.set(bank.attributes['ident'] ?? '', { path: name, items: itemsIn(bank) })
    } catch (error) {
      // A broken bank is reported where a quiz needs it, and as a resource.
      if (!(error instanceof PackageError)) throw error
    }
  }
  return banks
}

const itemsIn = (node: XmlNode): XmlNode[] => descendants(node, ({ name }) => name === 'item')

interface QuizItems {
  items: WeightedItem[]
  notes: ImportLine['notes']
}

export const itemsOfQuiz = async (reader: Reader, root: XmlNode): Promise<QuizItems> => {
  const needsBanks =
    descendants(root, ({ name }) => name === 'itemref' || name === 'sourcebank_ref').length > 0
  const collector = new Collector(needsBanks ? await reader.banks() : new Map())
  collector.collect(root, null)
  for (const path of collector.usedBanks) reader.usedFiles.add(path)
  return collector
}

class Collector implements QuizItems {
  readonly items: WeightedItem[] = []
  readonly notes: ImportLine['notes'] = []
  /** Paths. */
  readonly usedBanks = new Set<string>()
  readonly #banks: ReadonlyMap<string, Bank>

  constructor(banks: ReadonlyMap<string, Bank>) {
    this.#banks = banks
  }

  collect = (parent: XmlNode, points: number | null): void => {
    for (const node of elements(parent)) {
      if (node.name === 'item') this.items.push({ node, points })
      else if (node.name === 'itemref') this.#reference(node.attributes['linkrefid'] ?? '', points)
      else if (node.name === 'section') this.#section(node, points)
      else this.collect(node, points)
    }
  }

  #reference = (id: string, points: number | null): void => {
    for (const { path, items } of this.#banks.values()) {
      const node = items.find(({ attributes }) => attributes['ident'] === id)
      if (!node) continue
      this.usedBanks.add(path)
      this.items.push({ node, points })
      return
    }
    this.notes.push(note('quiz_pool_missing', id))
  }

  /** A section may draw some of its questions, or of a bank's, for each learner; here all of them are asked. */
  #section = (section: XmlNode, outerPoints: number | null): void => {
    const selection = element(element(section, 'selection_ordering'), 'selection')
    const points = numberOf(
      textOf(element(element(selection, 'selection_extension'), 'points_per_item')).trim(),
    )
    const before = this.items.length
    const bankId = textOf(element(selection, 'sourcebank_ref')).trim()
    const bank = this.#banks.get(bankId)
    if (bank) {
      this.usedBanks.add(bank.path)
      this.items.push(...bank.items.map((node) => ({ node, points })))
    } else if (bankId !== '')
      this.notes.push(note('quiz_pool_missing', section.attributes['title'] || bankId))
    this.collect(section, points ?? outerPoints)
    const drawn = numberOf(textOf(element(selection, 'selection_number')).trim())
    const count = this.items.length - before
    if (drawn !== null && drawn < count) this.notes.push(note('quiz_pool', `${drawn} / ${count}`))
  }
}
