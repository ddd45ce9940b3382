import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react'
import type { CodeKind } from '#contract/problems/problems.ts'
import { openEditor, type Editor } from './editor.ts'

export interface EditorHandle {
  insert: (text: string) => void
  indent: (more: boolean) => void
  undo: () => void
}
type Props = {
  language: CodeKind
  value: string
  label: string
  hint: string
  onChange: (value: string) => void
  ref?: Ref<EditorHandle>
}

/** The code editor. Code runs from left to right in every language of the page. */
export const CodeEditor = ({ language, value, label, hint, onChange, ref }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const changed = useEffectEvent(onChange)
  const first = useEffectEvent(() => value)
  useEffect(() => {
    if (!host.current) return
    // Its styles live in a shadow root: the page's policy takes no inline style sheets.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const opened = openEditor(root, {
      language,
      text: first(),
      label,
      hint,
      onChange: (text) => changed(text),
    })
    editor.current = opened
    // Seen from outside the shadow root these keys come from no field: the page would turn its lessons with them.
    const inside = (event: Event) => event.stopPropagation()
    root.addEventListener('keydown', inside)
    return () => {
      editor.current = null
      root.removeEventListener('keydown', inside)
      opened.close()
    }
  }, [language, label, hint])
  useEffect(() => editor.current?.show(value), [value])
  useImperativeHandle(ref, () => ({
    insert: (text) => editor.current?.insert(text),
    indent: (more) => editor.current?.indent(more),
    undo: () => editor.current?.undo(),
  }))
  return (
    <div
      ref={host}
      dir="ltr"
      className="min-h-48 overflow-hidden rounded-lg border border-line-strong bg-surface-raised focus-within:border-primary focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-primary"
    />
  )
}
