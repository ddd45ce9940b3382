export type EditorProps = {
  label: string
  placeholder: string
  /** HTML, or empty. Read once: later changes come from the editor. */
  value: string
  onChange: (html: string) => void
  /** Called on Ctrl or Cmd and Enter. */
  onSubmit?: () => void
  takesFocus?: boolean
  /** The people who wrote in this thread are suggested first after an @. */
  threadId?: number | null
}
