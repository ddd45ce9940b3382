import { cut } from '#contract/text/truncate.ts'
import type { PackageRefusal } from '#contract/course-import/packages.ts'

/** A rejected package with the reason. `detail` names the entry or the place. */
export class PackageError extends Error {
  readonly code: PackageRefusal
  readonly detail: string

  constructor(code: PackageRefusal, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'PackageError'
    this.code = code
    this.detail = cut(detail, 200)
  }
}

/** What a worker thread answers: errors lose their class on the way between threads. */
export type PackageAnswer<Value> = { value: Value } | { refused: { code: PackageRefusal; detail: string } }
