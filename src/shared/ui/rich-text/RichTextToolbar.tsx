import { useEditorState, type Editor } from '@tiptap/react'
import Bold from 'lucide-react/icons/bold'
import Braces from 'lucide-react/icons/braces'
import Code from 'lucide-react/icons/code-xml'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import ImageIcon from 'lucide-react/icons/image'
import Italic from 'lucide-react/icons/italic'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Quote from 'lucide-react/icons/quote'
import Redo from 'lucide-react/icons/redo-2'
import Sigma from 'lucide-react/icons/sigma'
import TableIcon from 'lucide-react/icons/table'
import Undo from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import type { HtmlKind } from '#contract/text/html.ts'
import { markScrollEdges } from '../scroll-edges.ts'
import { ScrollArrows } from './ScrollArrows.tsx'
import { selectedFormula } from './formula.ts'
import type { Panel } from './RichTextPanel.tsx'
import { insertTable } from './table.ts'
import type { RichTextKey } from './texts.ts'
import { ImageChooser, ToolRow, type Tool } from './tools.tsx'

type Props = {
  editor: Editor
  kind: HtmlKind
  text: (key: RichTextKey) => string
  panel: Panel | null
  onPanel: (panel: Panel) => void
  onImages: (files: File[]) => void
}

/** On phones it scrolls sideways, and its faded edges show that. */
export const RichTextToolbar = (props: Props) => {
  const { editor, text, onImages } = props
  const [file, setFile] = useState<HTMLInputElement | null>(null)
  const active = useEditorState({ editor, selector: ({ editor: now }) => activeMarks(now) })
  return (
    <div className="sticky top-14 z-10 rounded-t-lg border-b border-line bg-surface-sunken md:top-16">
      <ToolRow
        ref={markScrollEdges}
        tools={toolsOf(props, active, () => file?.click())}
        label={text('toolbar')}
        text={text}
        className="edges flex overflow-x-auto p-1"
      />
      <ScrollArrows />
      <ImageChooser ref={setFile} label={text('image')} onImages={onImages} />
    </div>
  )
}

const toolsOf = (
  { editor, kind, panel, onPanel }: Props,
  active: ReturnType<typeof activeMarks>,
  chooseImage: () => void,
): Tool<RichTextKey>[] => {
  const chain = () => editor.chain().focus()
  const headings: Tool<RichTextKey>[] = [
    {
      key: 'heading',
      icon: Heading2,
      isActive: active.heading,
      press: () => chain().toggleHeading({ level: 2 }).run(),
    },
    {
      key: 'subheading',
      icon: Heading3,
      isActive: active.subheading,
      press: () => chain().toggleHeading({ level: 3 }).run(),
    },
  ]
  const formula: Tool<RichTextKey> = {
    key: 'formula',
    icon: Sigma,
    isActive: active.formula,
    isExpanded: panel === 'formula',
    press: () => onPanel('formula'),
  }
  const table: Tool<RichTextKey> = { key: 'table', icon: TableIcon, press: () => insertTable(editor) }
  const isArticle = kind === 'article'
  return [
    ...(isArticle ? headings : []),
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
      key: 'inlineCode',
      icon: Braces,
      keys: 'Control+E',
      isActive: active.inlineCode,
      press: () => chain().toggleCode().run(),
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
      key: 'code',
      icon: Code,
      isActive: active.code,
      isExpanded: panel === 'code',
      press: () => onPanel('code'),
    },
    ...(isArticle ? [formula] : []),
    {
      key: 'link',
      icon: Link,
      isActive: active.link,
      isExpanded: panel === 'link',
      press: () => onPanel('link'),
    },
    {
      key: 'image',
      icon: ImageIcon,
      isActive: active.image,
      ...(active.image ? { isExpanded: panel === 'image' } : {}),
      press: () => (active.image ? onPanel('image') : chooseImage()),
    },
    ...(isArticle ? [table] : []),
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
  ]
}

const activeMarks = (editor: Editor) => ({
  heading: editor.isActive('heading', { level: 2 }),
  subheading: editor.isActive('heading', { level: 3 }),
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  inlineCode: editor.isActive('code'),
  code: editor.isActive('codeBlock'),
  list: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  quote: editor.isActive('blockquote'),
  formula: selectedFormula(editor) !== null,
  link: editor.isActive('link'),
  image: editor.isActive('image'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
})
