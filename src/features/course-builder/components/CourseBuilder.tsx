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
import { nodeIdOf, positionOf, parseNodeId, type NodeRef, type NodePosition } from '../model/tree.ts'
import { BuilderHeader } from './BuilderHeader.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { NodeEditor } from './editors/NodeEditor.tsx'
import { SettingsEditor } from './editors/SettingsEditor.tsx'
import { Outline, type NewNode } from './outline/Outline.tsx'
import { UndoBar, type Removed } from './UndoBar.tsx'
import { UploadNotices } from './UploadNotices.tsx'

type Props = { draft: DraftState; stored: Kept<Operation> | null }

/** The outline beside the editor of the selected node. Phones show one of the two. */
export const CourseBuilder = ({ draft, stored }: Props) => {
  const { t } = useTranslation('course-builder')
  const { editing, state } = useEditing(draft, stored)
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const [published, setPublished] = useState<Published>(draft)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { document } = state
  const courseId = draft.course_id
  const openNode = searchParams.get('at')
  const selectedRef = parseNodeId(openNode)
  const selected = selectedRef ? findNode(document, selectedRef.kind, selectedRef.key) : null
  const isSettings = openNode === 'settings'
  const hasEditor = isSettings || selected !== null
  const editorPath = useCallback(
    (node: NodeRef | null) => `${paths.adminCourse(courseId)}?at=${node ? nodeIdOf(node) : 'settings'}`,
    [courseId],
  )
  const openNodeRef = useRef(openNode)
  useEffect(() => {
    openNodeRef.current = openNode
  }, [openNode])
  const add = useCallback(
    (node: NewNode) => {
      const added = addOperation(node)
      const position = endPosition(editing.state().document, node)
      editing.apply({ ...added, ...position } as Operation)
      void navigate(editorPath({ kind: node.kind, key: added.node.key }))
    },
    [editing, editorPath, navigate],
  )
  const move = useCallback(
    (node: NodeRef, position: NodePosition) => editing.apply({ op: 'move', ...node, ...position }),
    [editing],
  )
  const remove = useCallback(
    (node: NodeRef) => {
      const document = editing.state().document
      const position = positionOf(document.sections, node)
      const removedNode = findNode(document, node.kind, node.key)
      if (!position || !removedNode) return
      editing.apply({ op: 'remove', ...node })
      setRemoved({
        node,
        title: removedNode.node.title || t('outline.untitled'),
        restore: restoreOperation(removedNode, position),
      })
      if (openNodeRef.current === nodeIdOf(node))
        void navigate(paths.adminCourse(courseId), { replace: true })
    },
    [editing, courseId, navigate, t],
  )
  const apply = editing.apply
  const uploadQueue = useUploadQueue(courseId, editing)
  const builder = useMemo(
    () => ({
      courseId,
      draft,
      editing,
      state,
      apply,
      uploadQueue,
      editorPath,
      published,
      onPublished: setPublished,
    }),
    [courseId, draft, editing, state, apply, uploadQueue, editorPath, published],
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
      <UploadNotices openNode={openNode} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div
          className={cx(
            'flex flex-col gap-3 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:pe-1',
            hasEditor && 'max-lg:hidden',
          )}
        >
          <Link
            to={editorPath(null)}
            aria-current={isSettings ? 'true' : undefined}
            className={cx(
              'flex min-h-11 items-center gap-3 rounded-lg border border-line px-3 font-medium hover:bg-surface-sunken',
              isSettings && 'bg-primary-soft',
            )}
          >
            <Settings aria-hidden="true" size={18} />
            {t('settings.title')}
          </Link>
          <DeferredOutline
            sections={document.sections}
            selected={openNode}
            editorPath={editorPath}
            onAdd={add}
            onMove={move}
            onRemove={remove}
          />
        </div>
        <EditorPane isOpen={hasEditor} openNode={openNode ?? ''}>
          {isSettings && <SettingsEditor key={state.epoch} />}
          {!isSettings && selected && <NodeEditor key={`${openNode}-${state.epoch}`} selected={selected} />}
          {!hasEditor && <EmptyState title={t('builder.choose')} text={t('builder.chooseHint')} />}
        </EditorPane>
      </div>
      <UndoBar
        // Restoring from the trash or a version may have brought the node back.
        removed={removed && !findNode(document, removed.node.kind, removed.node.key) ? removed : null}
        onUndo={() => {
          if (removed) editing.apply(removed.restore)
          setRemoved(null)
        }}
        onHide={() => setRemoved(null)}
      />
    </BuilderContext>
  )
}

/** Defers the outline, so that typing updates the field first. */
const DeferredOutline = ({ sections, ...rest }: ComponentProps<typeof Outline>) => (
  <Outline {...rest} sections={useDeferredValue(sections)} />
)

type PaneProps = { isOpen: boolean; openNode: string; children: React.ReactNode }

const EditorPane = ({ isOpen, openNode, children }: PaneProps) => {
  const { t } = useTranslation('course-builder')
  const pane = useRef<HTMLElement>(null)
  const isFirstRender = useRef(true)
  const previousNode = useRef(openNode)
  // Moves the focus to the selected node's editor: to an empty title, or else the heading. Not on the first
  // render.
  useEffect(() => {
    const previous = previousNode.current
    previousNode.current = openNode
    if (isFirstRender.current) {
      isFirstRender.current = false
      return
    }
    // Back in the outline, focus the line that the author came from.
    if (!isOpen)
      return document.querySelector<HTMLElement>(`[data-sort="${CSS.escape(previous)}"] a`)?.focus()
    const title = pane.current?.querySelector<HTMLInputElement>('input[type="text"]')
    const focusTarget = title?.value === '' ? title : pane.current?.querySelector<HTMLElement>('h2')
    focusTarget?.focus()
  }, [openNode, isOpen])
  return (
    <section
      ref={pane}
      aria-label={t('builder.editor')}
      className={cx('min-w-0', !isOpen && 'max-lg:hidden')}
    >
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

const addOperation = (node: NewNode) => {
  if (node.kind === 'section') return { op: 'add_section' as const, node: newSection() }
  if (node.kind === 'topic') return { op: 'add_topic' as const, node: newTopic() }
  return { op: 'add_item' as const, node: newItem(node.type) }
}

const endPosition = (document: Parameters<typeof findNode>[0], node: NewNode) => {
  if (node.kind === 'section') return { index: document.sections.length }
  const parent = findNode(document, node.kind === 'topic' ? 'section' : 'topic', node.parent)?.node
  const children = parent && ('topics' in parent ? parent.topics : 'items' in parent ? parent.items : [])
  return { parent: node.parent, index: children?.length ?? 0 }
}

type Found = NonNullable<ReturnType<typeof findNode>>

/** The operation that restores a removed node at its position. */
const restoreOperation = (
  { kind, node }: Found,
  { parent, index }: { parent: string | null; index: number },
): Operation => ({ op: `add_${kind}`, node, index, ...(kind === 'section' ? {} : { parent }) }) as Operation
