import type { HtmlKind } from '#contract/text/html.ts'
import type { RichTextKey } from './texts.ts'

export type RichTextProps = {
  label: string
  placeholder?: string
  /** HTML, or empty. Read once: pass another `key` to start from another text. */
  value: string
  onChange: (html: string) => void
  kind: HtmlKind
  /** Texts of the tools, by key. */
  text: (key: RichTextKey) => string
  /** Uploads a chosen, pasted or dropped picture and returns its URL. */
  onImage: (file: File) => Promise<string>
  /** Called on Ctrl or Cmd and Enter. */
  onSubmit?: () => void
}

/**
 * Stable for the life of the field, so that the editor does not render again for changes that its own typing
 * causes around it.
 */
export type RichTextHandlers = {
  value: string
  onChange: (html: string) => void
  onImage: (file: File) => Promise<string>
  /** Returns whether the event was handled. */
  onSubmit: () => boolean
}
