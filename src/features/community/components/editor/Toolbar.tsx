import { useEditorState, type Editor } from '@tiptap/react'
import Bold from 'lucide-react/icons/bold'
import Code from 'lucide-react/icons/code-xml'
import ImageIcon from 'lucide-react/icons/image'
import Italic from 'lucide-react/icons/italic'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Quote from 'lucide-react/icons/quote'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ImageChooser, ToolRow, type Tool } from '#src/shared/ui/rich-text/tools.tsx'
import type { Panel } from './InsertPanel.tsx'

type Props = {
  editor: Editor
  panel: Panel | null
  onPanel: (panel: Panel) => void
  onImages: (files: File[]) => void
}

/** The formatting tools of a post; on phones they take two rows. */
export const Toolbar = ({ editor, panel, onPanel, onImages }: Props) => {
  const { t } = useTranslation('community')
  const file = useRef<HTMLInputElement>(null)
  const active = useEditorState({ editor, selector: ({ editor: now }) => activeMarks(now) })
  const chain = () => editor.chain().focus()
  const tools = [
    {
      key: 'bold',
      icon: Bold,
      keys: 'Control+B',
      isActive: active.bold,
      press: () => chain().toggleBold().run(),
    },
    {
      key: 'italic',
      icon: Italic,
      keys: 'Control+I',
      isActive: active.italic,
      press: () => chain().toggleItalic().run(),
    },
    {
      key: 'code',
      icon: Code,
      isActive: active.code,
      isExpanded: panel === 'code',
      press: () => onPanel('code'),
    },
    {
      key: 'list',
      icon: List,
      isDirectional: true,
      isActive: active.list,
      press: () => chain().toggleBulletList().run(),
    },
    {
      key: 'numbers',
      icon: ListOrdered,
      isActive: active.numbers,
      press: () => chain().toggleOrderedList().run(),
    },
    { key: 'quote', icon: Quote, isActive: active.quote, press: () => chain().toggleBlockquote().run() },
    {
      key: 'link',
      icon: Link,
      isActive: active.link,
      isExpanded: panel === 'link',
      press: () => onPanel('link'),
    },
    { key: 'image', icon: ImageIcon, press: () => file.current?.click() },
    {
      key: 'undo',
      icon: Undo,
      isDirectional: true,
      keys: 'Control+Z',
      isDisabled: !active.canUndo,
      press: () => chain().undo().run(),
    },
    {
      key: 'redo',
      icon: Redo,
      isDirectional: true,
      keys: 'Control+Shift+Z',
      isDisabled: !active.canRedo,
      press: () => chain().redo().run(),
    },
  ] as const satisfies readonly Tool<string>[]
  return (
    <>
      <ToolRow
        tools={tools}
        label={t('editor.toolbar')}
        text={(key) => t(`editor.${key}`)}
        className="flex flex-wrap border-b border-line bg-surface-sunken p-1"
      />
      <ImageChooser ref={file} label={t('editor.image')} onImages={onImages} />
    </>
  )
}

const activeMarks = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  code: editor.isActive('codeBlock'),
  list: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  quote: editor.isActive('blockquote'),
  link: editor.isActive('link'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
})
