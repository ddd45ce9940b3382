import { EditorContent, useEditor, useEditorState, type Editor, type UseEditorOptions } from '@tiptap/react'
import { memo, useLayoutEffect, useState } from 'react'
import { FieldError } from '../forms/Field.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import type { RichTextHandlers, RichTextProps } from './rich-text-props.ts'
import { RichTextPanel, type Panel } from './RichTextPanel.tsx'
import { RichTextToolbar } from './RichTextToolbar.tsx'
import { scrollMargins } from './scroll-margins.ts'
import { selectedFormula } from './formula.ts'
import { parseDocument, extensionsFor, trimTrailingParagraphs } from './schema.ts'
import { TableBar } from './TableBar.tsx'
import { insertContent } from './insert-content.ts'
import { createNotifier } from './change-notifier.ts'
import './rich-text.css'

type Props = Pick<RichTextProps, 'label' | 'kind' | 'text'> & {
  placeholder: string | undefined
  labelId: string
  handlers: RichTextHandlers
}

/** Texts change with the language, and the label with them; the other props never change. */
const haveSameProps = (previous: Props, next: Props) =>
  previous.label === next.label &&
  previous.placeholder === next.placeholder &&
  previous.kind === next.kind &&
  previous.labelId === next.labelId

/**
 * The editable text with its toolbar. Keys: Ctrl or Cmd with B, I, E, Z, Shift+Z; Ctrl or Cmd and Enter
 * submits; Enter on a formula edits it.
 */
export const RichTextEditor = memo(function RichTextEditor(props: Props) {
  const { labelId, placeholder, kind, text } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const [pictures, setPictures] = useState<Pictures>({ uploading: false, failed: false })
  const { editor, addPictures } = useRichText(props, setPanel, setPictures)
  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
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
        {isEmpty && placeholder && (
          <p aria-hidden="true" className="pointer-events-none absolute inset-x-4 top-3.5 text-ink-muted">
            {placeholder}
          </p>
        )}
        <EditorContent editor={editor} />
      </div>
      <PictureStatus text={text} labelId={labelId} pictures={pictures} />
    </div>
  )
}, haveSameProps)

type Pictures = { uploading: boolean; failed: boolean }
type StatusProps = Pick<Props, 'text' | 'labelId'> & { pictures: Pictures }

const PictureStatus = ({ text, labelId, pictures }: StatusProps) => (
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
)

type OnPanel = (panel: Panel) => void
type OnPictures = (state: Pictures) => void

/** The editor, and how pictures get into it. The text is reported before the page is left. */
const useRichText = (props: Props, onPanel: OnPanel, onPictures: OnPictures) => {
  // Created once: the editor compares its options and initialises itself again for a new object.
  const [setup] = useState(() => createSetup(props, onPanel, onPictures))
  const { notifier, addPictures } = setup
  const editor = useEditor(setup.options)
  // In the capture phase, so that it runs before the listeners that save the text.
  useLayoutEffect(() => {
    window.addEventListener('pagehide', notifier.flush, { capture: true })
    window.addEventListener('visibilitychange', notifier.flush, { capture: true })
    return () => {
      window.removeEventListener('pagehide', notifier.flush, { capture: true })
      window.removeEventListener('visibilitychange', notifier.flush, { capture: true })
      notifier.flush()
    }
  }, [notifier])
  return { editor, addPictures }
}

const createSetup = ({ handlers, kind, labelId }: Props, onPanel: OnPanel, onPictures: OnPictures) => {
  const { value, onChange, onImage, onSubmit } = handlers
  let created: Editor | null = null
  const notifier = createNotifier(() => {
    if (created) onChange(created.isEmpty ? '' : trimTrailingParagraphs(created.getHTML()))
  })
  const addPictures = pictureUploader(onImage, onPictures, () => onPanel('image'))
  const handleTransfer = (view: Editor['view'], event: Event, data: DataTransfer | null) => {
    const isHandled = insertContent(view, kind, data, (files) => {
      if (created) void addPictures(created, files)
    })
    if (isHandled) event.preventDefault()
    return isHandled
  }
  const openFormula = () => {
    const isSelected = created !== null && selectedFormula(created) !== null
    if (isSelected) onPanel('formula')
    return isSelected
  }
  const options: UseEditorOptions = {
    extensions: extensionsFor(kind),
    content: parseDocument(value, kind),
    // The page's content security policy allows no style element; rich-text.css has these rules.
    injectCSS: false,
    editorProps: {
      ...scrollMargins,
      attributes: attributesOf(labelId),
      handleKeyDown: (_view, event) => {
        if (event.key !== 'Enter') return false
        if (!(event.ctrlKey || event.metaKey)) return openFormula()
        notifier.flush()
        return onSubmit()
      },
      handleDoubleClickOn: () => openFormula(),
      handleDOMEvents: {
        paste: (view, event) => handleTransfer(view, event, event.clipboardData),
        // The editor itself moves content within the text.
        drop: (view, event) => (view.dragging ? false : handleTransfer(view, event, event.dataTransfer)),
      },
    },
    onCreate: ({ editor: now }) => {
      created = now
    },
    onUpdate: notifier.schedule,
    onBlur: notifier.flush,
  }
  return { options, notifier, addPictures }
}

const attributesOf = (labelId: string) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelId,
  class: 'rich-text',
  dir: 'auto',
  'data-document': '',
})

/**
 * Uploads pictures one after the other. The last one stays selected, so that its description can be typed.
 */
const pictureUploader =
  (onImage: (file: File) => Promise<string>, onState: (state: Pictures) => void, onAdded: () => void) =>
  async (editor: Editor, files: readonly File[]) => {
    onState({ uploading: true, failed: false })
    let failed = false
    for (const file of files) {
      try {
        const src = await onImage(file)
        if (editor.isDestroyed) return
        const position = editor.state.selection.from
        // No focus(): it runs a frame later and would take the focus from the description's field.
        editor.chain().setImage({ src, alt: '' }).run()
        selectImage(editor, position, src)
        onAdded()
      } catch {
        failed = true
      }
    }
    onState({ uploading: false, failed })
  }

/** Selects the inserted picture: the one nearest to its insert position. */
const selectImage = (editor: Editor, target: number, src: string) => {
  let closest: number | null = null
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== 'image' || node.attrs['src'] !== src) return
    if (closest === null || Math.abs(position - target) < Math.abs(closest - target)) closest = position
  })
  if (closest !== null) editor.commands.setNodeSelection(closest)
}
