/**
 * Entries of a queue as several tabs of one person share them. Each version of an entry has an id of its own: by the id
 * a tab knows whether a row on the disk is one that it had (and sent, or changed since) or one that another tab wrote.
 */
import { isSameJson } from '#src/shared/lib/same-json.ts'

/** One version of an entry. */
export interface Row<E> {
  id: string
  entry: E
  /** When it was changed last, and since when it waits; ms since 1970. */
  at: number
  since: number
  /** Why the server refused it; null while it waits to be sent. */
  refused: string | null
}

export interface RowRules<E> {
  /** Entries with the same key are about the same thing: the younger one joins the one that waits, or takes its place. */
  keyOf: (entry: E) => string
  join?: ((older: E, younger: E) => E) | undefined
}

const bySince = <E>(rows: Iterable<Row<E>>) => [...rows].toSorted((a, b) => a.since - b.since)

export class Rows<E> {
  readonly #rules: RowRules<E>
  readonly #now: () => number
  readonly #waiting = new Map<string, Row<E>>()
  /** By id: an entry that was refused is joined with no other one. */
  readonly #refused = new Map<string, Row<E>>()
  /** Every version that this tab ever had. */
  readonly #known = new Set<string>()
  /** Versions that are over and of which other tabs have not been told. */
  #over: string[] = []
  readonly #tab = Math.random().toString(36).slice(2)
  #count = 0

  constructor(rules: RowRules<E>, now: () => number) {
    this.#rules = rules
    this.#now = now
  }

  #newId() {
    this.#count += 1
    return `${this.#tab}-${this.#count}`
  }
  #put(row: Row<E>) {
    this.#known.add(row.id)
    if (row.refused === null) this.#waiting.set(this.#rules.keyOf(row.entry), row)
    else this.#refused.set(row.id, row)
  }
  #end({ id }: Row<E>) {
    this.#known.add(id)
    this.#over.push(id)
  }
  #merge(older: Row<E>, younger: Row<E>) {
    const { join } = this.#rules
    return {
      entry: join ? join(older.entry, younger.entry) : younger.entry,
      since: join ? Math.min(older.since, younger.since) : younger.since,
    }
  }
  /** Joins a version that this tab has not seen with the present one; the younger wins. */
  #adopt(row: Row<E>) {
    const present = row.refused === null ? this.get(this.#rules.keyOf(row.entry)) : undefined
    if (!present) return this.#put(row)
    const both = present.at > row.at ? this.#merge(row, present) : this.#merge(present, row)
    this.#end(row)
    if (isSameJson(both.entry, present.entry)) return undefined
    this.#end(present)
    return this.#put({ ...both, id: this.#newId(), at: Math.max(present.at, row.at), refused: null })
  }

  waiting(): Row<E>[] {
    return bySince(this.#waiting.values())
  }
  /** All of them, oldest first, as they belong on the disk. */
  all(): readonly Row<E>[] {
    return bySince([...this.#refused.values(), ...this.#waiting.values()])
  }
  get(key: string): Row<E> | undefined {
    return this.#waiting.get(key)
  }
  /** By the key of a waiting row, or by the id or key of a refused one. */
  find(name: string): Row<E> | undefined {
    const keyOf = ({ entry }: Row<E>) => this.#rules.keyOf(entry)
    return (
      this.#waiting.get(name) ??
      this.#refused.get(name) ??
      [...this.#refused.values()].find((row) => keyOf(row) === name)
    )
  }
  remove(row: Row<E>) {
    this.#end(row)
    this.#refused.delete(row.id)
    const key = this.#rules.keyOf(row.entry)
    if (this.get(key)?.id === row.id) this.#waiting.delete(key)
  }
  /** Adds a new entry, or one that was refused and is retried; joins the waiting row. */
  add(entry: E, since = this.#now()) {
    const key = this.#rules.keyOf(entry)
    const present = this.get(key)
    const row: Row<E> = { id: this.#newId(), entry, at: this.#now(), since, refused: null }
    if (present) this.#end(present)
    // What takes another one's place goes to the end.
    if (present && !this.#rules.join) this.#waiting.delete(key)
    this.#put(present ? { ...row, ...this.#merge(present, row) } : row)
  }
  /** What is left of an entry after a part of it arrived. */
  replace(row: Row<E>, entry: E) {
    this.#end(row)
    this.#put({ ...row, id: this.#newId(), entry })
  }
  refuse(row: Row<E>, reason: string) {
    this.remove(row)
    this.#put({ ...row, id: this.#newId(), refused: reason })
  }
  /** What other tabs wrote since this one looked last. */
  takeIn(disk: readonly Row<E>[]) {
    for (const row of disk) if (!this.#known.has(row.id)) this.#adopt(row)
  }
  /** Another tab sent, changed or gave up these versions. */
  forget(ids: readonly string[]) {
    const gone = new Set(ids)
    for (const id of ids) this.#known.add(id)
    for (const [key, { id }] of this.#waiting) if (gone.has(id)) this.#waiting.delete(key)
    for (const id of ids) this.#refused.delete(id)
  }
  /** Ids of versions that are over; each is returned once. */
  takeOver(): readonly string[] {
    const told = this.#over
    this.#over = []
    return told
  }
  clear() {
    this.#waiting.clear()
    this.#refused.clear()
  }
}
