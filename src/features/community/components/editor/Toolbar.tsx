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
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import type { Panel } from './InsertPanel.tsx'

type Props = {
  editor: Editor
  panel: Panel | null
  onPanel: (panel: Panel) => void
  onImages: (files: File[]) => void
}

/** Arrow keys move within it (ARIA toolbar); on phones it takes two rows. */
export const Toolbar = ({ editor, panel, onPanel, onImages }: Props) => {
  const { t } = useTranslation('community')
  const file = useRef<HTMLInputElement>(null)
  const is = useEditorState({ editor, selector: ({ editor: now }) => marksOf(now) })
  const run = () => editor.chain().focus()
  return (
    <div
      role="toolbar"
      aria-label={t('editor.toolbar')}
      tabIndex={-1}
      className="flex flex-wrap border-b border-line bg-surface-sunken p-1"
      onKeyDown={moveFocus}
    >
      <Tool label={t('editor.bold')} keys="Control+B" on={is.bold} onPress={() => run().toggleBold().run()}>
        <Bold aria-hidden="true" size={18} />
      </Tool>
      <Tool
        label={t('editor.italic')}
        keys="Control+I"
        on={is.italic}
        onPress={() => run().toggleItalic().run()}
      >
        <Italic aria-hidden="true" size={18} />
      </Tool>
      <Tool label={t('editor.code')} on={is.code} opens={panel === 'code'} onPress={() => onPanel('code')}>
        <Code aria-hidden="true" size={18} />
      </Tool>
      <Tool label={t('editor.list')} on={is.list} onPress={() => run().toggleBulletList().run()}>
        <List aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      </Tool>
      <Tool label={t('editor.numbers')} on={is.numbers} onPress={() => run().toggleOrderedList().run()}>
        <ListOrdered aria-hidden="true" size={18} />
      </Tool>
      <Tool label={t('editor.quote')} on={is.quote} onPress={() => run().toggleBlockquote().run()}>
        <Quote aria-hidden="true" size={18} />
      </Tool>
      <Tool label={t('editor.link')} on={is.link} opens={panel === 'link'} onPress={() => onPanel('link')}>
        <Link aria-hidden="true" size={18} />
      </Tool>
      <Tool label={t('editor.image')} onPress={() => file.current?.click()}>
        <ImageIcon aria-hidden="true" size={18} />
      </Tool>
      <Tool label={t('editor.undo')} keys="Control+Z" off={!is.canUndo} onPress={() => run().undo().run()}>
        <Undo aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      </Tool>
      <Tool
        label={t('editor.redo')}
        keys="Control+Shift+Z"
        off={!is.canRedo}
        onPress={() => run().redo().run()}
      >
        <Redo aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      </Tool>
      <input
        ref={file}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('editor.image')}
        onChange={(event) => {
          onImages([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
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

type ToolProps = {
  label: string
  keys?: string
  on?: boolean
  opens?: boolean
  off?: boolean
  onPress: () => void
  children: ReactNode
}

const Tool = ({ label, keys, on, opens, off, onPress, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-keyshortcuts={keys}
    aria-pressed={on}
    aria-expanded={opens}
    aria-disabled={off || undefined}
    className={cx(
      'inline-flex size-10 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11',
      on ? 'bg-primary-soft text-primary-text' : 'text-ink-muted hover:bg-surface-raised hover:text-ink',
      off && 'opacity-50',
    )}
    // The text keeps its selection.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      if (!off) onPress()
    }}
  >
    {children}
  </button>
)

const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const tools = [...event.currentTarget.querySelectorAll('button')]
  const here = tools.indexOf(document.activeElement as HTMLButtonElement)
  if (here < 0) return
  event.preventDefault()
  const forwards = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
  tools.at((here + (forwards ? 1 : -1)) % tools.length)?.focus()
}
