/** What the drawing thread gets. */

/** Typst sources by their path (`/design.typ`); they read the data with `json(bytes(sys.inputs.data))`. */
export interface DocumentTemplate {
  readonly main: string
  readonly sources: Readonly<Record<string, string>>
}

export interface DrawableDocument {
  readonly template: DocumentTemplate
  readonly data: unknown
  /** PNG, JPEG or SVG by the path under which the template reads it (`/logo`). */
  readonly pictures?: Readonly<Record<string, Uint8Array>>
}
