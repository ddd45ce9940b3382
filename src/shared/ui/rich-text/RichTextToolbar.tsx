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
import { showsEdges } from '../scroll-edges.ts'
import { EdgeSigns } from './EdgeSigns.tsx'
import { formulaAt } from './formula.ts'
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

/** On phones it scrolls sideways, and shows that. */
export const RichTextToolbar = (props: Props) => {
  const { editor, text, onImages } = props
  const [file, setFile] = useState<HTMLInputElement | null>(null)
  const is = useEditorState({ editor, selector: ({ editor: now }) => marksOf(now) })
  return (
    <div className="sticky top-14 z-10 rounded-t-lg border-b border-line bg-surface-sunken md:top-16">
      <ToolRow
        ref={showsEdges}
        tools={toolsOf(props, is, () => file?.click())}
        label={text('toolbar')}
        text={text}
        className="edges flex overflow-x-auto p-1"
      />
      <EdgeSigns />
      <ImageChooser ref={setFile} label={text('image')} onImages={onImages} />
    </div>
  )
}

const toolsOf = (
  { editor, kind, panel, onPanel }: Props,
  is: ReturnType<typeof marksOf>,
  chooseImage: () => void,
): Tool<RichTextKey>[] => {
  const run = () => editor.chain().focus()
  const headings: Tool<RichTextKey>[] = [
    { key: 'heading', icon: Heading2, on: is.heading, press: () => run().toggleHeading({ level: 2 }).run() },
    {
      key: 'subheading',
      icon: Heading3,
      on: is.subheading,
      press: () => run().toggleHeading({ level: 3 }).run(),
    },
  ]
  const formula: Tool<RichTextKey> = {
    key: 'formula',
    icon: Sigma,
    on: is.formula,
    opens: panel === 'formula',
    press: () => onPanel('formula'),
  }
  const table: Tool<RichTextKey> = { key: 'table', icon: TableIcon, press: () => insertTable(editor) }
  const article = kind === 'article'
  return [
    ...(article ? headings : []),
    { key: 'bold', icon: Bold, keys: 'Control+B', on: is.bold, press: () => run().toggleBold().run() },
    {
      key: 'italic',
      icon: Italic,
      keys: 'Control+I',
      on: is.italic,
      press: () => run().toggleItalic().run(),
    },
    {
      key: 'inlineCode',
      icon: Braces,
      keys: 'Control+E',
      on: is.inlineCode,
      press: () => run().toggleCode().run(),
    },
    { key: 'list', icon: List, flips: true, on: is.list, press: () => run().toggleBulletList().run() },
    { key: 'numbers', icon: ListOrdered, on: is.numbers, press: () => run().toggleOrderedList().run() },
    { key: 'quote', icon: Quote, on: is.quote, press: () => run().toggleBlockquote().run() },
    { key: 'code', icon: Code, on: is.code, opens: panel === 'code', press: () => onPanel('code') },
    ...(article ? [formula] : []),
    { key: 'link', icon: Link, on: is.link, opens: panel === 'link', press: () => onPanel('link') },
    {
      key: 'image',
      icon: ImageIcon,
      on: is.image,
      ...(is.image ? { opens: panel === 'image' } : {}),
      press: () => (is.image ? onPanel('image') : chooseImage()),
    },
    ...(article ? [table] : []),
    {
      key: 'undo',
      icon: Undo,
      flips: true,
      keys: 'Control+Z',
      off: !is.canUndo,
      press: () => run().undo().run(),
    },
    {
      key: 'redo',
      icon: Redo,
      flips: true,
      keys: 'Control+Shift+Z',
      off: !is.canRedo,
      press: () => run().redo().run(),
    },
  ]
}

const marksOf = (editor: Editor) => ({
  heading: editor.isActive('heading', { level: 2 }),
  subheading: editor.isActive('heading', { level: 3 }),
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  inlineCode: editor.isActive('code'),
  code: editor.isActive('codeBlock'),
  list: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  quote: editor.isActive('blockquote'),
  formula: formulaAt(editor) !== null,
  link: editor.isActive('link'),
  image: editor.isActive('image'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
})
