import type { HtmlKind } from '#contract/text/html.ts'
import type { RichTextKey } from './texts.ts'

export type RichTextProps = {
  label: string
  placeholder?: string
  /** HTML; empty where there is nothing. Read once: give another `key` to start from another text. */
  value: string
  onChange: (html: string) => void
  kind: HtmlKind
  /** The user's own words for the tools. */
  text: (key: RichTextKey) => string
  /** Stores a chosen, pasted or dropped picture and answers its address. */
  onImage: (file: File) => Promise<string>
  /** Ctrl or Cmd and Enter. */
  onSubmit?: () => void
}

/** The same as long as the field is: the editor is drawn anew for none of what its own letters change around it. */
export type RichTextHandlers = {
  value: string
  onChange: (html: string) => void
  onImage: (file: File) => Promise<string>
  /** Whether somebody wanted to know. */
  onSubmit: () => boolean
}
