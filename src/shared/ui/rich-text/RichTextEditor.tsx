import { EditorContent, useEditor, useEditorState, type Editor, type UseEditorOptions } from '@tiptap/react'
import { memo, useLayoutEffect, useState } from 'react'
import { FieldError } from '../forms/Field.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import type { RichTextHandlers, RichTextProps } from './rich-text-props.ts'
import { RichTextPanel, type Panel } from './RichTextPanel.tsx'
import { RichTextToolbar } from './RichTextToolbar.tsx'
import { clearOfBars } from './clear-of-bars.ts'
import { formulaAt } from './formula.ts'
import { documentOf, extensionsFor, trimmed } from './schema.ts'
import { TableBar } from './TableBar.tsx'
import { takeIn } from './insert-content.ts'
import { tellLater } from './notify-later.ts'
import './rich-text.css'

type Props = Pick<RichTextProps, 'label' | 'kind' | 'text'> & {
  placeholder: string | undefined
  labelId: string
  handlers: RichTextHandlers
}

/** The words follow the language, and with it the label; everything else stays as it began. */
const isSame = (before: Props, now: Props) =>
  before.label === now.label &&
  before.placeholder === now.placeholder &&
  before.kind === now.kind &&
  before.labelId === now.labelId

/** The text with its tools. Keys: Ctrl or Cmd with B, I, E, Z, Shift+Z, and Enter to be done; Enter on a formula changes it. */
export const RichTextEditor = memo(function RichTextEditor(props: Props) {
  const { labelId, placeholder, kind, text } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const [pictures, setPictures] = useState<Pictures>({ uploading: false, failed: false })
  // One object for all drawings: the editor compares, and sets itself up anew for another one.
  const [start] = useState(() => {
    const { value, onChange, onImage, onSubmit } = props.handlers
    let made: Editor | null = null
    const notifier = tellLater(() => {
      if (made) onChange(made.isEmpty ? '' : trimmed(made.getHTML()))
    })
    const addPictures = picturesInto(onImage, setPictures, () => setPanel('image'))
    const take = (view: Editor['view'], event: Event, data: DataTransfer | null) => {
      const taken = takeIn(view, kind, data, (files) => {
        if (made) void addPictures(made, files)
      })
      if (taken) event.preventDefault()
      return taken
    }
    const openFormula = () => {
      const chosen = made !== null && formulaAt(made) !== null
      if (chosen) setPanel('formula')
      return chosen
    }
    const options: UseEditorOptions = {
      extensions: extensionsFor(kind),
      content: documentOf(value, kind),
      // The policy of the page allows no style element; rich-text.css has these rules.
      injectCSS: false,
      editorProps: {
        ...clearOfBars,
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelId,
          class: 'rich-text',
          dir: 'auto',
        },
        handleKeyDown: (_view, event) => {
          if (event.key !== 'Enter') return false
          if (!(event.ctrlKey || event.metaKey)) return openFormula()
          notifier.now()
          return onSubmit()
        },
        handleDoubleClickOn: () => openFormula(),
        handleDOMEvents: {
          paste: (view, event) => take(view, event, event.clipboardData),
          // Moved within the text: the editor's own business.
          drop: (view, event) => (view.dragging ? false : take(view, event, event.dataTransfer)),
        },
      },
      onCreate: ({ editor: now }) => {
        made = now
      },
      onUpdate: notifier.later,
      onBlur: notifier.now,
    }
    return { options, notifier, addPictures }
  })
  const { notifier, addPictures } = start
  const editor = useEditor(start.options)
  // Before whoever keeps the text is asked to: they listen to the same.
  useLayoutEffect(() => {
    window.addEventListener('pagehide', notifier.now, { capture: true })
    window.addEventListener('visibilitychange', notifier.now, { capture: true })
    return () => {
      window.removeEventListener('pagehide', notifier.now, { capture: true })
      window.removeEventListener('visibilitychange', notifier.now, { capture: true })
      notifier.now()
    }
  }, [notifier])
  const empty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
  return (
    <div className="rounded-lg border border-line-strong bg-surface-raised focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
      <RichTextToolbar
        editor={editor}
        kind={kind}
        text={text}
        panel={panel}
        onPanel={(next) => setPanel(next === panel ? null : next)}
        onImages={(files) => void addPictures(editor, files)}
      />
      {kind === 'article' && <TableBar editor={editor} text={text} />}
      {panel && (
        <RichTextPanel
          key={panel}
          panel={panel}
          editor={editor}
          text={text}
          onClose={() => {
            setPanel(null)
            editor.commands.focus()
          }}
        />
      )}
      <div className="relative">
        {empty && placeholder && (
          <p aria-hidden="true" className="pointer-events-none absolute inset-x-4 top-3.5 text-ink-muted">
            {placeholder}
          </p>
        )}
        <EditorContent editor={editor} />
      </div>
      <div aria-live="polite" className="px-4 text-sm text-ink-muted">
        {pictures.uploading && (
          <p className="flex items-center gap-2 pb-3">
            <Spinner size={16} />
            {text('imageUploading')}
          </p>
        )}
        {pictures.failed && (
          <div className="pb-3">
            <FieldError id={`${labelId}-image`}>{text('imageFailed')}</FieldError>
          </div>
        )}
      </div>
    </div>
  )
}, isSame)

type Pictures = { uploading: boolean; failed: boolean }

/** Chosen, pasted or dropped pictures, one after the other; the last one stays selected for its description. */
const picturesInto =
  (onImage: (file: File) => Promise<string>, onState: (state: Pictures) => void, onAdded: () => void) =>
  async (editor: Editor, files: readonly File[]) => {
    onState({ uploading: true, failed: false })
    let failed = false
    for (const file of files) {
      try {
        const src = await onImage(file)
        if (editor.isDestroyed) return
        const at = editor.state.selection.from
        editor.chain().focus().setImage({ src, alt: '' }).run()
        selectImage(editor, at, src)
        onAdded()
      } catch {
        failed = true
      }
    }
    onState({ uploading: false, failed })
  }

/** The picture nearest to where it was put. */
const selectImage = (editor: Editor, near: number, src: string) => {
  let found: number | null = null
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== 'image' || node.attrs['src'] !== src) return
    if (found === null || Math.abs(position - near) < Math.abs(found - near)) found = position
  })
  if (found !== null) editor.commands.setNodeSelection(found)
}
