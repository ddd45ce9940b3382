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
import Subscript from 'lucide-react/icons/subscript'
import Superscript from 'lucide-react/icons/superscript'
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

type Active = ReturnType<typeof activeMarks>
type RichTool = Tool<RichTextKey>

const toolsOf = (props: Props, active: Active, chooseImage: () => void): RichTool[] => {
  const isArticle = props.kind === 'article'
  return [
    ...(isArticle ? headingTools(props, active) : []),
    ...markTools(props, active),
    ...(isArticle ? positionTools(props, active) : []),
    ...blockTools(props, active),
    ...(isArticle ? [formulaTool(props, active)] : []),
    ...insertTools(props, active, chooseImage),
    ...(isArticle ? [tableTool(props)] : []),
    ...historyTools(props, active),
  ]
}

const headingTools = ({ editor }: Props, active: Active): RichTool[] => [
  {
    key: 'heading',
    icon: Heading2,
    isActive: active.heading,
    press: () => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    key: 'subheading',
    icon: Heading3,
    isActive: active.subheading,
    press: () => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
]

const markTools = ({ editor }: Props, active: Active): RichTool[] => [
  {
    key: 'bold',
    icon: Bold,
    keys: 'Control+B',
    isActive: active.bold,
    press: () => editor.chain().focus().toggleBold().run(),
  },
  {
    key: 'italic',
    icon: Italic,
    keys: 'Control+I',
    isActive: active.italic,
    press: () => editor.chain().focus().toggleItalic().run(),
  },
  {
    key: 'inlineCode',
    icon: Braces,
    keys: 'Control+E',
    isActive: active.inlineCode,
    press: () => editor.chain().focus().toggleCode().run(),
  },
]

const positionTools = ({ editor }: Props, active: Active): RichTool[] => [
  {
    key: 'subscript',
    icon: Subscript,
    isActive: active.subscript,
    press: () => editor.chain().focus().toggleMark('subscript').run(),
  },
  {
    key: 'superscript',
    icon: Superscript,
    isActive: active.superscript,
    press: () => editor.chain().focus().toggleMark('superscript').run(),
  },
]

const blockTools = ({ editor, panel, onPanel }: Props, active: Active): RichTool[] => [
  {
    key: 'list',
    icon: List,
    isDirectional: true,
    isActive: active.list,
    press: () => editor.chain().focus().toggleBulletList().run(),
  },
  {
    key: 'numbers',
    icon: ListOrdered,
    isActive: active.numbers,
    press: () => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    key: 'quote',
    icon: Quote,
    isActive: active.quote,
    press: () => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    key: 'code',
    icon: Code,
    isActive: active.code,
    isExpanded: panel === 'code',
    press: () => onPanel('code'),
  },
]

const formulaTool = ({ panel, onPanel }: Props, active: Active): RichTool => ({
  key: 'formula',
  icon: Sigma,
  isActive: active.formula,
  isExpanded: panel === 'formula',
  press: () => onPanel('formula'),
})

const insertTools = ({ panel, onPanel }: Props, active: Active, chooseImage: () => void): RichTool[] => [
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
]

const tableTool = ({ editor }: Props): RichTool => ({
  key: 'table',
  icon: TableIcon,
  press: () => insertTable(editor),
})

const historyTools = ({ editor }: Props, active: Active): RichTool[] => [
  {
    key: 'undo',
    icon: Undo,
    isDirectional: true,
    keys: 'Control+Z',
    isDisabled: !active.canUndo,
    press: () => editor.chain().focus().undo().run(),
  },
  {
    key: 'redo',
    icon: Redo,
    isDirectional: true,
    keys: 'Control+Shift+Z',
    isDisabled: !active.canRedo,
    press: () => editor.chain().focus().redo().run(),
  },
]

const activeMarks = (editor: Editor) => ({
  heading: editor.isActive('heading', { level: 2 }),
  subheading: editor.isActive('heading', { level: 3 }),
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  inlineCode: editor.isActive('code'),
  subscript: editor.isActive('subscript'),
  superscript: editor.isActive('superscript'),
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
