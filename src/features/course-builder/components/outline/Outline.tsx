import { findNode } from '#contract/course-builder/draft-operations.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import { itemKinds, type DraftSection, type DraftTopic } from '#contract/course-builder/draft.ts'
import type { NewNode } from '../../model/node-operations.ts'
import { NOT_DRAGGING, type Dragging } from '../../hooks/use-drag-sort.ts'
import {
  sectionContains,
  nodeIdOf,
  topicContains,
  type NodeRef,
  type NodePosition,
} from '../../model/tree.ts'
import { ItemIcon } from '../ItemIcon.tsx'
import { AddButton } from './AddButton.tsx'
import { DropIndicator, OutlineRow } from './OutlineRow.tsx'
import { useOutlineTools, type OutlineTools } from './use-outline-tools.ts'

type Props = {
  sections: readonly DraftSection[]
  selected: string | null
  editorPath: (node: NodeRef) => string
  onAdd: (node: NewNode) => void
  onMove: (node: NodeRef, position: NodePosition) => void
  onRemove: (node: NodeRef, name: string) => void
}

/** Above this many lines sections start collapsed: a longer outline is hard to survey and slow to render. */
const EXPANDED_LINES_MAX = 100
const TOPICS_PER_RENDER = 10

/** Selects, sorts and adds nodes. Memoized rows keep a typed letter from rerendering the whole outline. */
export const Outline = memo(function Outline(props: Props) {
  const { sections, selected, editorPath, onAdd, onMove, onRemove } = props
  const { t } = useTranslation('course-builder')
  const titleOf = ({ kind, key }: NodeRef) =>
    findNode({ sections }, kind, key)?.node.title || t('outline.untitled')
  const { tools, dragging, lastMoved, announcement } = useOutlineTools({
    sections,
    onMove,
    onRemove,
    editorPath,
    titleOf,
  })
  const isLong = countLines(sections) > EXPANDED_LINES_MAX
  const isNothingSelected = !sections.some((section) => sectionContains(section, selected))
  return (
    <nav aria-label={t('outline.label')} className="flex flex-col gap-3">
      {sections.length === 0 && (
        <EmptyState title={t('outline.empty')} text={t('outline.emptyHint')} className="py-6" />
      )}
      <ol className="flex flex-col gap-4">
        {sections.map((section, index) => {
          const contains = (nodeId: string | null | undefined) => sectionContains(section, nodeId)
          return (
            <li key={section.key} data-sort-group={`section-${section.key}`} className="relative">
              <DropIndicator nodeId={`section-${section.key}`} dragging={dragging} />
              <SectionLines
                section={section}
                startsOpen={!isLong || (isNothingSelected && index === 0)}
                selected={contains(selected) ? selected : null}
                lastMoved={contains(lastMoved) ? lastMoved : null}
                dragging={draggingWithin(dragging, contains)}
                tools={tools}
                onAdd={onAdd}
              />
            </li>
          )
        })}
      </ol>
      <Button
        variant="secondary"
        icon={<Plus aria-hidden="true" size={18} />}
        onClick={() => onAdd({ kind: 'section' })}
      >
        {t('outline.addSection')}
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </nav>
  )
})

const draggingWithin = (dragging: Dragging, contains: (nodeId: string | null | undefined) => boolean) =>
  contains(dragging.source) || contains(dragging.over?.target) ? dragging : NOT_DRAGGING

const countLines = (sections: readonly DraftSection[]) =>
  sections.reduce(
    (sum, { topics }) => sum + topics.reduce((lines, { items }) => lines + 1 + items.length, 1),
    0,
  )

/** Each section gets only the props that concern it, so that the others do not rerender. */
type LinesProps = Pick<Props, 'selected' | 'onAdd'> & { tools: OutlineTools; dragging: Dragging }
type SectionProps = LinesProps & { section: DraftSection; startsOpen: boolean; lastMoved: string | null }

const SectionLines = memo(function SectionLines(props: SectionProps) {
  const { section, startsOpen, selected, lastMoved, dragging, tools, onAdd } = props
  const { t } = useTranslation('course-builder')
  const [isOpen, setIsOpen] = useState(startsOpen || selected !== null)
  const node = { kind: 'section', key: section.key } as const
  const name = section.title || t('outline.untitled')
  // Expand the section when a node in it is selected or was moved into it.
  const [previous, setPrevious] = useState({ selected, lastMoved })
  if (previous.selected !== selected || previous.lastMoved !== lastMoved) {
    setPrevious({ selected, lastMoved })
    if ([selected, lastMoved].some((nodeId) => nodeId !== null && nodeId !== nodeIdOf(node))) setIsOpen(true)
  }
  return (
    <>
      <OutlineRow
        node={node}
        title={section.title}
        selected={selected === nodeIdOf(node)}
        dragging={dragging}
        tools={tools}
        leading={
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('outline.fold', { name })}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-muted hover:bg-surface-sunken pointer-coarse:size-11"
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronDown
              aria-hidden="true"
              size={18}
              className={cx('transition-transform', !isOpen && '-rotate-90 rtl:rotate-90')}
            />
          </button>
        }
        note={isOpen ? null : <Badge>{t('outline.topics', { count: section.topics.length })}</Badge>}
      />
      {isOpen && (
        <SectionTopics
          section={section}
          selected={selected}
          dragging={dragging}
          tools={tools}
          onAdd={onAdd}
        />
      )}
    </>
  )
})

const SectionTopics = (props: LinesProps & { section: DraftSection }) => {
  const { section, selected, dragging, tools, onAdd } = props
  const { t } = useTranslation('course-builder')
  const visibleCount = useGrowing(section.topics.length, TOPICS_PER_RENDER)
  return (
    <ol>
      {section.topics.slice(0, visibleCount).map((topic) => {
        const contains = (nodeId: string | null | undefined) => topicContains(topic, nodeId)
        return (
          <li key={topic.key} data-sort-group={`topic-${topic.key}`} className="relative">
            <DropIndicator nodeId={`topic-${topic.key}`} dragging={dragging} className="start-4" />
            <TopicLines
              topic={topic}
              selected={contains(selected) ? selected : null}
              dragging={draggingWithin(dragging, contains)}
              tools={tools}
              onAdd={onAdd}
            />
          </li>
        )
      })}
      <li className="ms-4">
        <AddButton
          label={t('outline.addTopic')}
          name={t('outline.addTopicTo', { name: section.title || t('outline.untitled') })}
          onClick={() => onAdd({ kind: 'topic', parent: section.key })}
        />
      </li>
    </ol>
  )
}

const TopicLines = memo(function TopicLines(props: LinesProps & { topic: DraftTopic }) {
  const { topic, selected, dragging, tools, onAdd } = props
  const { t } = useTranslation('course-builder')
  return (
    <>
      <OutlineRow
        node={{ kind: 'topic', key: topic.key }}
        title={topic.title}
        selected={selected === `topic-${topic.key}`}
        dragging={dragging}
        tools={tools}
        note={topic.free_preview ? <Badge tone="info">{t('outline.free')}</Badge> : null}
      />
      <ol>
        {topic.items.map((item) => (
          <li key={item.key}>
            <OutlineRow
              node={{ kind: 'item', key: item.key }}
              title={item.title}
              selected={selected === `item-${item.key}`}
              dragging={dragging}
              tools={tools}
              leading={
                <span className="flex items-center px-1">
                  <ItemIcon type={item.content.type} />
                  <span className="sr-only">{t(`types.${item.content.type}`)}</span>
                </span>
              }
            />
          </li>
        ))}
        <li className="ms-8">
          <Menu
            align="start"
            trigger={
              <AddButton
                label={t('outline.addItem')}
                name={t('outline.addItemTo', { name: topic.title || t('outline.untitled') })}
              />
            }
            items={() =>
              itemKinds.map((type) => ({
                id: type,
                label: t(`types.${type}`),
                icon: <ItemIcon type={type} />,
                onSelect: () => onAdd({ kind: 'item', parent: topic.key, type }),
              }))
            }
          />
        </li>
      </ol>
    </>
  )
})
