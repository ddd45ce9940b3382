import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { useEffectEvent, useRef, useState } from 'react'
import { FieldError } from '../Field.tsx'
import { Spinner } from '../Spinner.tsx'
import type { RichTextProps } from './RichText.tsx'
import { RichTextPanel, type Panel } from './RichTextPanel.tsx'
import { RichTextToolbar } from './RichTextToolbar.tsx'
import { documentOf, extensionsFor, trimmed } from './schema.ts'
import { TableBar } from './TableBar.tsx'
import { takeIn } from './take-in.ts'
import './rich-text.css'

/** The text with its tools. Keys: Ctrl or Cmd with B, I, E, Z, Shift+Z, and Enter to be done. */
export const RichTextEditor = (props: RichTextProps & { labelId: string }) => {
  const { labelId, placeholder, kind, text } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const [pictures, setPictures] = useState<Pictures>({ uploading: false, failed: false })
  const sent = useEffectEvent(() => {
    props.onSubmit?.()
    return props.onSubmit !== undefined
  })
  const changed = useEffectEvent((editor: Editor) =>
    props.onChange(editor.isEmpty ? '' : trimmed(editor.getHTML())),
  )
  const made = useRef<Editor | null>(null)
  const addPictures = useAddPictures(props.onImage, setPictures, () => setPanel('image'))
  const images = useEffectEvent((files: File[]) => {
    if (made.current) void addPictures(made.current, files)
  })
  const [start] = useState(() => ({ content: documentOf(props.value, kind) }))
  const take = (view: Editor['view'], event: Event, data: DataTransfer | null) => {
    const taken = takeIn(view, kind, data, (files) => images(files))
    if (taken) event.preventDefault()
    return taken
  }
  const editor = useEditor({
    extensions: extensionsFor(kind),
    content: start.content,
    // The policy of the page allows no style element; rich-text.css has these rules.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        class: 'rich-text',
        dir: 'auto',
      },
      handleKeyDown: (_view, event) =>
        event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? sent() : false,
      handleDOMEvents: {
        paste: (view, event) => take(view, event, event.clipboardData),
        // Moved within the text: the editor's own business.
        drop: (view, event) => (view.dragging ? false : take(view, event, event.dataTransfer)),
      },
    },
    onCreate: ({ editor: now }) => {
      made.current = now
    },
    onUpdate: ({ editor: now }) => changed(now),
  })
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
}

type Pictures = { uploading: boolean; failed: boolean }

/** Chosen, pasted or dropped pictures, one after the other; the last one stays selected for its description. */
const useAddPictures = (
  onImage: (file: File) => Promise<string>,
  onState: (state: Pictures) => void,
  onAdded: () => void,
) => {
  return async (editor: Editor, files: readonly File[]) => {
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
