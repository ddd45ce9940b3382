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

/** What a post can be made of; on phones it takes two rows. */
export const Toolbar = ({ editor, panel, onPanel, onImages }: Props) => {
  const { t } = useTranslation('community')
  const file = useRef<HTMLInputElement>(null)
  const is = useEditorState({ editor, selector: ({ editor: now }) => marksOf(now) })
  const run = () => editor.chain().focus()
  const tools = [
    { key: 'bold', icon: Bold, keys: 'Control+B', isActive: is.bold, press: () => run().toggleBold().run() },
    {
      key: 'italic',
      icon: Italic,
      keys: 'Control+I',
      isActive: is.italic,
      press: () => run().toggleItalic().run(),
    },
    {
      key: 'code',
      icon: Code,
      isActive: is.code,
      isExpanded: panel === 'code',
      press: () => onPanel('code'),
    },
    {
      key: 'list',
      icon: List,
      isDirectional: true,
      isActive: is.list,
      press: () => run().toggleBulletList().run(),
    },
    { key: 'numbers', icon: ListOrdered, isActive: is.numbers, press: () => run().toggleOrderedList().run() },
    { key: 'quote', icon: Quote, isActive: is.quote, press: () => run().toggleBlockquote().run() },
    {
      key: 'link',
      icon: Link,
      isActive: is.link,
      isExpanded: panel === 'link',
      press: () => onPanel('link'),
    },
    { key: 'image', icon: ImageIcon, press: () => file.current?.click() },
    {
      key: 'undo',
      icon: Undo,
      isDirectional: true,
      keys: 'Control+Z',
      isDisabled: !is.canUndo,
      press: () => run().undo().run(),
    },
    {
      key: 'redo',
      icon: Redo,
      isDirectional: true,
      keys: 'Control+Shift+Z',
      isDisabled: !is.canRedo,
      press: () => run().redo().run(),
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

const marksOf = (editor: Editor) => ({
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
