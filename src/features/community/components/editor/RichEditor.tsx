import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { trimmed } from '../../model/html.ts'
import { clearOfBars } from '#src/shared/ui/rich-text/clear-of-bars.ts'
import type { EditorProps } from './editor-props.ts'
import { documentOf, extensions } from './extensions.ts'
import { InsertPanel, type Panel } from './InsertPanel.tsx'
import { MentionList } from './MentionList.tsx'
import { takeIn } from './paste.ts'
import { shrinkImage } from './shrink-image.ts'
import { Toolbar } from './Toolbar.tsx'
import { useMentions } from './use-mentions.ts'
import './editor.css'

/** The text with its toolbar. Keys: Ctrl or Cmd with B, I, Z, Shift+Z, and Enter to send; @ names somebody. */
export const RichEditor = (props: EditorProps & { labelId: string }) => {
  const { labelId, placeholder } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const sent = useEffectEvent(() => props.onSubmit?.())
  const changed = useEffectEvent((editor: Editor) =>
    props.onChange(editor.isEmpty ? '' : trimmed(editor.getHTML())),
  )
  const images = useEffectEvent((files: File[]) => void addImages(files))
  const chooses = useEffectEvent((event: KeyboardEvent) => mentions.onKey(event))
  const frame = useRef<HTMLDivElement>(null)
  const [start] = useState(() => ({ content: documentOf(props.value) }))
  const editor = useEditor({
    extensions,
    content: start.content,
    // The policy of the page allows no style element; editor.css has these rules.
    injectCSS: false,
    editorProps: {
      ...clearOfBars,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        'aria-autocomplete': 'list',
        class: 'post rich-text',
        dir: 'auto',
      },
      handleKeyDown: (_view, event) => {
        if (chooses(event)) return true
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
        sent()
        return true
      },
      handleDOMEvents: {
        paste: (view, event) => {
          const taken = takeIn(view, event.clipboardData, (files) => images(files))
          if (taken) event.preventDefault()
          return taken
        },
        drop: (view, event) => {
          // Moved within the text: the editor's own business.
          if (view.dragging) return false
          const taken = takeIn(view, event.dataTransfer, (files) => images(files))
          if (taken) event.preventDefault()
          return taken
        },
      },
    },
    onUpdate: ({ editor: now }) => changed(now),
  })
  const addImages = useAddImages(editor)
  const mentions = useMentions(editor, props.threadId ?? null)
  useEffect(() => {
    // React may take the effects down and up again while a sibling still loads: the old editor is gone then.
    if (props.takesFocus && !editor.isDestroyed) editor.commands.focus('end')
    // Once, when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [editor])
  return (
    <div ref={frame} className="relative">
      <div className="overflow-hidden rounded-lg border border-line-strong bg-surface-raised focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
        <Toolbar
          editor={editor}
          panel={panel}
          onPanel={(next) => setPanel(next === panel ? null : next)}
          onImages={(files) => void addImages(files)}
        />
        {panel && (
          <InsertPanel
            key={panel}
            panel={panel}
            editor={editor}
            onClose={() => {
              setPanel(null)
              editor.commands.focus()
            }}
          />
        )}
        <div className="relative">
          {editor.isEmpty && (
            <p aria-hidden="true" className="pointer-events-none absolute inset-x-3 top-3 text-ink-muted">
              {placeholder}
            </p>
          )}
          <EditorContent editor={editor} />
        </div>
      </div>
      <MentionList editor={editor} mentions={mentions} frame={frame} />
    </div>
  )
}

/** Chosen, pasted or dropped pictures, one after the other. */
const useAddImages = (editor: Editor) => {
  const { t } = useTranslation('community')
  const notify = useNotify()
  return async (files: readonly File[]) => {
    for (const file of files) {
      try {
        const src = await shrinkImage(file)
        editor.chain().focus().setImage({ src, alt: file.name }).run()
      } catch {
        notify({ kind: 'error', title: t('editor.imageFailed'), message: t('editor.imageFailedMessage') })
      }
    }
  }
}
