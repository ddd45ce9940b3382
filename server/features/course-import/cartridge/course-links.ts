/**
 * Links between the pages of a package. While pages are read, it is not known yet which targets come, so links get
 * placeholders; afterwards they lead to the item of their target, or are left out with a note.
 */
import type { CourseDocument } from '#contract/course-builder/draft.ts'
import { itemLink, replaceItemLinks } from '#contract/text/course-links.ts'
import { mapTexts, note, type PlannedLine } from '../plan.ts'

interface PendingLink {
  /** Names of the target: resources and files. */
  names: readonly string[]
  line: PlannedLine
  href: string
}

export class CourseLinks {
  readonly #pending = new Map<string, PendingLink>()
  /** Item keys by the folded names of what became them. */
  readonly #items = new Map<string, string>()

  /** The address to write into the page. The line is completed when the target is known. */
  plan = (link: PendingLink): string => {
    const key = `pending-${this.#pending.size + 1}`
    this.#pending.set(key, link)
    return itemLink(key)
  }

  /** Notes which item a resource and its file became. */
  place = (names: readonly string[], key: string): void => {
    for (const name of names) if (!this.#items.has(foldName(name))) this.#items.set(foldName(name), key)
  }

  resolve = (sections: CourseDocument['sections']): CourseDocument['sections'] => {
    if (this.#pending.size === 0) return sections
    const keys = new Map<string, string>()
    for (const [placeholder, { names, line, href }] of this.#pending) {
      const key = names.map((name) => this.#items.get(foldName(name))).find((found) => found !== undefined)
      if (key !== undefined) keys.set(placeholder, key)
      else leaveOut(line, href)
    }
    const pathOf = (placeholder: string): string | null => {
      const key = keys.get(placeholder)
      return key === undefined ? null : itemLink(key)
    }
    return mapTexts(sections, (text) => replaceItemLinks(text, pathOf))
  }
}

const leaveOut = (line: PlannedLine, href: string): void => {
  line.becomes = 'nothing'
  line.notes = [note('link_target_left_out', href)]
}

export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()
