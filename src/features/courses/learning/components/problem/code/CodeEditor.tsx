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

/** The code editor; always left to right, whatever the page's language. */
export const CodeEditor = ({ language, value, label, hint, onChange, ref }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const onTextChange = useEffectEvent(onChange)
  const initialText = useEffectEvent(() => value)
  useEffect(() => {
    if (!host.current) return
    // CodeMirror's styles go into a shadow root: the page's CSP allows no inline style sheets.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const instance = openEditor(root, {
      language,
      text: initialText(),
      label,
      hint,
      onChange: (text) => onTextChange(text),
    })
    editor.current = instance
    // Outside the shadow root these keys do not appear to come from a field and would turn the page.
    const stopPropagation = (event: Event) => event.stopPropagation()
    root.addEventListener('keydown', stopPropagation)
    return () => {
      editor.current = null
      root.removeEventListener('keydown', stopPropagation)
      instance.close()
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
