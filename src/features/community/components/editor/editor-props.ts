export type EditorProps = {
  label: string
  placeholder: string
  /** HTML; empty where there is nothing. Read once: later changes are the writer's. */
  value: string
  onChange: (html: string) => void
  /** Ctrl or Cmd and Enter. */
  onSubmit?: () => void
  takesFocus?: boolean
  /** Who wrote there is offered first after an @. */
  threadId?: number | null
}
