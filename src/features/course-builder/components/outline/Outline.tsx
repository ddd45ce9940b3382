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
import {
  itemKinds,
  type DraftSection,
  type DraftTopic,
  type ItemKind,
} from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { REST, type Dragging } from '../../hooks/use-drag-sort.ts'
import { sectionHolds, markOf, topicHolds, type NodeRef, type Place } from '../../model/tree.ts'
import { ItemSign } from '../ItemSign.tsx'
import { AddButton } from './AddButton.tsx'
import { DropMark, OutlineRow } from './OutlineRow.tsx'
import { useOutlineTools, type OutlineTools } from './use-outline-tools.ts'

export type NewNode =
  { kind: 'section' } | { kind: 'topic'; parent: string } | { kind: 'item'; parent: string; type: ItemKind }

type Props = {
  sections: readonly DraftSection[]
  selected: string | null
  addressOf: (node: NodeRef) => string
  onAdd: (node: NewNode) => void
  onMove: (node: NodeRef, place: Place) => void
  onRemove: (node: NodeRef, name: string) => void
}

/** More lines than this at once are neither to be looked over nor quickly drawn: sections start folded. */
const LINES_AT_ONCE = 100
const TOPICS_AT_ONCE = 10

/** Sections, their topics and their items: to choose from, to sort and to add to. A letter typed draws few lines anew. */
export const Outline = memo(function Outline(props: Props) {
  const { sections, selected, addressOf, onAdd, onMove, onRemove } = props
  const { t } = useTranslation('course-builder')
  const titleOf = ({ kind, key }: NodeRef) =>
    findNode({ sections }, kind, key)?.node.title || t('outline.untitled')
  const { tools, dragging, moved, said } = useOutlineTools({
    sections,
    onMove,
    onRemove,
    addressOf,
    titleOf,
  })
  const isLong = linesOf(sections) > LINES_AT_ONCE
  const isElsewhere = !sections.some((section) => sectionHolds(section, selected))
  return (
    <nav aria-label={t('outline.label')} className="flex flex-col gap-3">
      {sections.length === 0 && (
        <EmptyState title={t('outline.empty')} text={t('outline.emptyHint')} className="py-6" />
      )}
      <ol className="flex flex-col gap-4">
        {sections.map((section, index) => {
          const holds = (mark: string | null | undefined) => sectionHolds(section, mark)
          return (
            <li key={section.key} data-sort-group={`section-${section.key}`} className="relative">
              <DropMark at={`section-${section.key}`} dragging={dragging} />
              <SectionLines
                section={section}
                startsOpen={!isLong || (isElsewhere && index === 0)}
                selected={holds(selected) ? selected : null}
                moved={holds(moved) ? moved : null}
                dragging={holds(dragging.source) || holds(dragging.over?.target) ? dragging : REST}
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
        {said}
      </p>
    </nav>
  )
})

const linesOf = (sections: readonly DraftSection[]) =>
  sections.reduce(
    (sum, { topics }) => sum + topics.reduce((lines, { items }) => lines + 1 + items.length, 1),
    0,
  )

/** Each gets only what concerns it, so that the others stay as they are. */
type LinesProps = Pick<Props, 'selected' | 'onAdd'> & { tools: OutlineTools; dragging: Dragging }
type SectionProps = LinesProps & { section: DraftSection; startsOpen: boolean; moved: string | null }

const SectionLines = memo(function SectionLines(props: SectionProps) {
  const { section, startsOpen, selected, moved, dragging, tools, onAdd } = props
  const { t } = useTranslation('course-builder')
  const [open, setOpen] = useState(startsOpen || selected !== null)
  const node = { kind: 'section', key: section.key } as const
  const name = section.title || t('outline.untitled')
  // What is chosen or came here by a move is to be seen.
  const [seen, setSeen] = useState({ selected, moved })
  if (seen.selected !== selected || seen.moved !== moved) {
    setSeen({ selected, moved })
    if ([selected, moved].some((mark) => mark !== null && mark !== markOf(node))) setOpen(true)
  }
  return (
    <>
      <OutlineRow
        node={node}
        title={section.title}
        selected={selected === markOf(node)}
        dragging={dragging}
        tools={tools}
        lead={
          <button
            type="button"
            aria-expanded={open}
            aria-label={t('outline.fold', { name })}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-muted hover:bg-surface-sunken pointer-coarse:size-11"
            onClick={() => setOpen(!open)}
          >
            <ChevronDown
              aria-hidden="true"
              size={18}
              className={cx('transition-transform', !open && '-rotate-90 rtl:rotate-90')}
            />
          </button>
        }
        note={open ? null : <Badge>{t('outline.topics', { count: section.topics.length })}</Badge>}
      />
      {open && (
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
  const shown = useGrowing(section.topics.length, TOPICS_AT_ONCE)
  return (
    <ol>
      {section.topics.slice(0, shown).map((topic) => {
        const holds = (mark: string | null | undefined) => topicHolds(topic, mark)
        return (
          <li key={topic.key} data-sort-group={`topic-${topic.key}`} className="relative">
            <DropMark at={`topic-${topic.key}`} dragging={dragging} className="start-4" />
            <TopicLines
              topic={topic}
              selected={holds(selected) ? selected : null}
              dragging={holds(dragging.source) || holds(dragging.over?.target) ? dragging : REST}
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
              lead={
                <span className="flex items-center px-1">
                  <ItemSign type={item.content.type} />
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
                icon: <ItemSign type={type} />,
                onSelect: () => onAdd({ kind: 'item', parent: topic.key, type }),
              }))
            }
          />
        </li>
      </ol>
    </>
  )
})
