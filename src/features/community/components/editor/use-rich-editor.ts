import { useEditor, type Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { scrollMargins } from '#src/shared/ui/rich-text/scroll-margins.ts'
import { trimTrailingParagraphs } from '../../model/html.ts'
import type { EditorProps } from '../Editor.tsx'
import { parseDocument, extensions } from './extensions.ts'
import { insertContent } from './paste.ts'
import { shrinkImage } from './shrink-image.ts'
import { useMentions } from './use-mentions.ts'

/** The editor of a post, its mentions, and how pictures get into it. */
export const useRichEditor = (props: EditorProps & { labelId: string }) => {
  const [initial] = useState(() => ({ content: parseDocument(props.value) }))
  const submit = useEffectEvent(() => props.onSubmit?.())
  const reportChange = useEffectEvent((editor: Editor) =>
    props.onChange(editor.isEmpty ? '' : trimTrailingParagraphs(editor.getHTML())),
  )
  const insertImages = useEffectEvent((files: File[]) => void addImages(files))
  const handleMentionKey = useEffectEvent((event: KeyboardEvent) => mentions.handleKey(event))
  const editor = useEditor({
    extensions,
    content: initial.content,
    // The page's content security policy allows no style element; editor.css has these rules.
    injectCSS: false,
    editorProps: {
      ...scrollMargins,
      attributes: attributesOf(props.labelId),
      handleKeyDown: (_view, event) => {
        if (handleMentionKey(event)) return true
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
        submit()
        return true
      },
      handleDOMEvents: {
        paste: (view, event) => {
          const isHandled = insertContent(view, event.clipboardData, (files) => insertImages(files))
          if (isHandled) event.preventDefault()
          return isHandled
        },
        drop: (view, event) => {
          // The editor itself moves content within the text.
          if (view.dragging) return false
          const isHandled = insertContent(view, event.dataTransfer, (files) => insertImages(files))
          if (isHandled) event.preventDefault()
          return isHandled
        },
      },
    },
    onUpdate: ({ editor: now }) => reportChange(now),
  })
  const addImages = useAddImages(editor)
  const mentions = useMentions(editor, props.threadId ?? null)
  useEffect(() => {
    // React may rerun effects while a sibling loads; the old editor is destroyed then.
    if (props.takesFocus && !editor.isDestroyed) editor.commands.focus('end')
    // Once, on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [editor])
  return { editor, mentions, addImages }
}

const attributesOf = (labelId: string) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelId,
  'aria-autocomplete': 'list',
  class: 'post rich-text',
  dir: 'auto',
})

/** Inserts pictures one after the other. */
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
