import ArrowLeft from 'lucide-react/icons/arrow-left'
import Settings from 'lucide-react/icons/settings-2'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { BuilderContext, type Published } from '../hooks/use-builder.ts'
import { useEditing } from '../hooks/use-editing.ts'
import { useUploadQueue } from '../hooks/use-uploads.ts'
import type { Kept } from '../model/autosave.ts'
import { newItem, newSection, newTopic } from '../model/new-nodes.ts'
import { markOf, placeOf, refOf, type NodeRef, type Place } from '../model/tree.ts'
import { BuilderHeader } from './BuilderHeader.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { NodeEditor } from './editors/NodeEditor.tsx'
import { SettingsEditor } from './editors/SettingsEditor.tsx'
import { Outline, type NewNode } from './outline/Outline.tsx'
import { UndoBar, type Removed } from './UndoBar.tsx'
import { UploadNotices } from './UploadNotices.tsx'

type Props = { draft: DraftState; kept: Kept<Operation> | null }

/** The outline beside the editor of what is chosen in it; on phones one after the other. */
export const CourseBuilder = ({ draft, kept }: Props) => {
  const { t } = useTranslation('course-builder')
  const { editing, state } = useEditing(draft, kept)
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const [published, setPublished] = useState<Published>(draft)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { document } = state
  const courseId = draft.course_id
  const at = address.get('at')
  const chosen = refOf(at)
  const found = chosen ? findNode(document, chosen.kind, chosen.key) : null
  const settings = at === 'settings'
  const somewhere = settings || found !== null
  const addressOf = useCallback(
    (node: NodeRef | null) => `${paths.adminCourse(courseId)}?at=${node ? markOf(node) : 'settings'}`,
    [courseId],
  )
  const shownAt = useRef(at)
  useEffect(() => {
    shownAt.current = at
  }, [at])
  const add = useCallback(
    (node: NewNode) => {
      const made = addition(node)
      const place = lastPlace(editing.state().document, node)
      editing.apply({ ...made, ...place } as Operation)
      void navigate(addressOf({ kind: node.kind, key: made.node.key }))
    },
    [editing, addressOf, navigate],
  )
  const move = useCallback(
    (node: NodeRef, place: Place) => editing.apply({ op: 'move', ...node, ...place }),
    [editing],
  )
  const remove = useCallback(
    (node: NodeRef) => {
      const now = editing.state().document
      const place = placeOf(now.sections, node)
      const gone = findNode(now, node.kind, node.key)
      if (!place || !gone) return
      editing.apply({ op: 'remove', ...node })
      setRemoved({ node, title: gone.node.title || t('outline.untitled'), back: backOf(gone, place) })
      if (shownAt.current === markOf(node)) void navigate(paths.adminCourse(courseId), { replace: true })
    },
    [editing, courseId, navigate, t],
  )
  const apply = editing.apply
  const desk = useUploadQueue(courseId, editing)
  const builder = useMemo(
    () => ({ courseId, draft, editing, state, apply, desk, addressOf, published, onPublished: setPublished }),
    [courseId, draft, editing, state, apply, desk, addressOf, published],
  )
  return (
    <BuilderContext value={builder}>
      <BuilderHeader />
      {state.recovered && (
        <Alert kind="info" className="mb-4">
          {t('builder.recovered')}
        </Alert>
      )}
      <ConflictDialog />
      <UploadNotices shown={at} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div
          className={cx(
            'flex flex-col gap-3 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:pe-1',
            somewhere && 'max-lg:hidden',
          )}
        >
          <Link
            to={addressOf(null)}
            aria-current={settings ? 'true' : undefined}
            className={cx(
              'flex min-h-11 items-center gap-3 rounded-lg border border-line px-3 font-medium hover:bg-surface-sunken',
              settings && 'bg-primary-soft',
            )}
          >
            <Settings aria-hidden="true" size={18} />
            {t('settings.title')}
          </Link>
          <LaterOutline
            sections={document.sections}
            selected={at}
            addressOf={addressOf}
            onAdd={add}
            onMove={move}
            onRemove={remove}
          />
        </div>
        <EditorPane shown={somewhere} mark={at ?? ''}>
          {settings && <SettingsEditor key={state.epoch} />}
          {!settings && found && <NodeEditor key={`${at}-${state.epoch}`} found={found} />}
          {!somewhere && <EmptyState title={t('builder.choose')} text={t('builder.chooseHint')} />}
        </EditorPane>
      </div>
      <UndoBar
        // The trash, or an older version, may have brought it back.
        removed={removed && !findNode(document, removed.node.kind, removed.node.key) ? removed : null}
        onUndo={() => {
          if (removed) editing.apply(removed.back)
          setRemoved(null)
        }}
        onGone={() => setRemoved(null)}
      />
    </BuilderContext>
  )
}

/** What is written shows in its field first, and then in the outline. */
const LaterOutline = ({ sections, ...rest }: ComponentProps<typeof Outline>) => (
  <Outline {...rest} sections={useDeferredValue(sections)} />
)

type PaneProps = { shown: boolean; mark: string; children: React.ReactNode }

const EditorPane = ({ shown, mark, children }: PaneProps) => {
  const { t } = useTranslation('course-builder')
  const pane = useRef<HTMLElement>(null)
  const first = useRef(true)
  const left = useRef(mark)
  // What was chosen is what one goes on with, and what is new wants a title; not when the page has just been opened.
  useEffect(() => {
    const before = left.current
    left.current = mark
    if (first.current) {
      first.current = false
      return
    }
    // Back in the outline: at the line that one comes from.
    if (!shown) return document.querySelector<HTMLElement>(`[data-sort="${CSS.escape(before)}"] a`)?.focus()
    const title = pane.current?.querySelector<HTMLInputElement>('input[type="text"]')
    const start = title?.value === '' ? title : pane.current?.querySelector<HTMLElement>('h2')
    start?.focus()
  }, [mark, shown])
  return (
    <section ref={pane} aria-label={t('builder.editor')} className={cx('min-w-0', !shown && 'max-lg:hidden')}>
      <Link
        to="."
        className="mb-3 inline-flex min-h-11 items-center gap-2 text-primary-text hover:underline lg:hidden"
      >
        <ArrowLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
        {t('builder.toOutline')}
      </Link>
      {children}
    </section>
  )
}

const addition = (node: NewNode) => {
  if (node.kind === 'section') return { op: 'add_section' as const, node: newSection() }
  if (node.kind === 'topic') return { op: 'add_topic' as const, node: newTopic() }
  return { op: 'add_item' as const, node: newItem(node.type) }
}

const lastPlace = (document: Parameters<typeof findNode>[0], node: NewNode) => {
  if (node.kind === 'section') return { index: document.sections.length }
  const parent = findNode(document, node.kind === 'topic' ? 'section' : 'topic', node.parent)?.node
  const children = parent && ('topics' in parent ? parent.topics : 'items' in parent ? parent.items : [])
  return { parent: node.parent, index: children?.length ?? 0 }
}

type Found = NonNullable<ReturnType<typeof findNode>>

/** The operation that puts a removed node back where it stood. */
const backOf = (
  { kind, node }: Found,
  { parent, index }: { parent: string | null; index: number },
): Operation => ({ op: `add_${kind}`, node, index, ...(kind === 'section' ? {} : { parent }) }) as Operation
