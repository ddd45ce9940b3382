import Settings from 'lucide-react/icons/settings-2'
import { useCallback, useDeferredValue, useMemo, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import type { Operation } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { BuilderContext, type Builder, type Published } from '../hooks/use-builder.ts'
import { useEditing } from '../hooks/use-editing.ts'
import { useOutlineActions } from '../hooks/use-outline-actions.ts'
import { useUploadQueue } from '../hooks/use-uploads.ts'
import type { Kept } from '../model/autosave.ts'
import { nodeIdOf, parseNodeId, type NodeRef } from '../model/tree.ts'
import { BuilderHeader } from './BuilderHeader.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { EditorPane } from './EditorPane.tsx'
import { NodeEditor } from './editors/NodeEditor.tsx'
import { SettingsEditor } from './editors/SettingsEditor.tsx'
import { Outline } from './outline/Outline.tsx'
import { UndoBar } from './UndoBar.tsx'
import { UploadNotices } from './UploadNotices.tsx'

type Props = { draft: DraftState; stored: Kept<Operation> | null }

/** The outline beside the editor of the selected node. Phones show one of the two. */
export const CourseBuilder = ({ draft, stored }: Props) => {
  const { t } = useTranslation('course-builder')
  const builder = useBuilderValue(draft, stored)
  const { editing, state, editorPath } = builder
  const { document } = state
  const openNode = useSearchParams()[0].get('at')
  const selectedRef = parseNodeId(openNode)
  const selected = selectedRef ? findNode(document, selectedRef.kind, selectedRef.key) : null
  const isSettings = openNode === 'settings'
  const hasEditor = isSettings || selected !== null
  const outline = useOutlineActions(draft.course_id, editing, openNode, editorPath)
  const { removed } = outline
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
          <SettingsLink path={editorPath(null)} isOpen={isSettings} />
          <DeferredOutline
            sections={document.sections}
            selected={openNode}
            editorPath={editorPath}
            onAdd={outline.add}
            onMove={outline.move}
            onRemove={outline.remove}
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
        onUndo={outline.undo}
        onHide={outline.hideUndo}
      />
    </BuilderContext>
  )
}

/** The course being edited, as every component of the page reads it. */
const useBuilderValue = (draft: DraftState, stored: Kept<Operation> | null): Builder => {
  const { editing, state } = useEditing(draft, stored)
  const [published, setPublished] = useState<Published>(draft)
  const courseId = draft.course_id
  const editorPath = useCallback(
    (node: NodeRef | null) => `${adminPaths.course(courseId)}?at=${node ? nodeIdOf(node) : 'settings'}`,
    [courseId],
  )
  const apply = editing.apply
  const uploadQueue = useUploadQueue(courseId, editing)
  return useMemo(
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
}

const SettingsLink = ({ path, isOpen }: { path: string; isOpen: boolean }) => {
  const { t } = useTranslation('course-builder')
  return (
    <Link
      to={path}
      aria-current={isOpen ? 'true' : undefined}
      className={cx(
        'flex min-h-11 items-center gap-3 rounded-lg border border-line px-3 font-medium hover:bg-surface-sunken',
        isOpen && 'bg-primary-soft',
      )}
    >
      <Settings aria-hidden="true" size={18} />
      {t('settings.title')}
    </Link>
  )
}

/** Defers the outline, so that typing updates the field first. */
const DeferredOutline = ({ sections, ...rest }: ComponentProps<typeof Outline>) => (
  <Outline {...rest} sections={useDeferredValue(sections)} />
)
