import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/EmptyState.tsx'
import { Menu } from '#src/shared/ui/Menu.tsx'
import {
  findNode,
  itemKinds,
  type DraftSection,
  type DraftTopic,
  type ItemKind,
} from '#contract/course-draft.ts'
import type { NodeRef, Place } from '../../model/tree.ts'
import { ItemSign } from '../ItemSign.tsx'
import { OutlineRow } from './OutlineRow.tsx'
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

/** Sections, their topics and their items: to choose from, to sort and to add to. */
export const Outline = ({ sections, selected, addressOf, onAdd, onMove, onRemove }: Props) => {
  const { t } = useTranslation('course-builder')
  const titleOf = ({ kind, key }: NodeRef) =>
    findNode({ sections }, kind, key)?.node.title || t('outline.untitled')
  const { tools, said } = useOutlineTools({ sections, onMove, onRemove, addressOf, titleOf })
  return (
    <nav aria-label={t('outline.label')} className="flex flex-col gap-3">
      {sections.length === 0 && (
        <EmptyState title={t('outline.empty')} text={t('outline.emptyHint')} className="py-6" />
      )}
      <ol className="flex flex-col gap-4">
        {sections.map((section) => (
          <li key={section.key}>
            <SectionLines section={section} selected={selected} tools={tools} onAdd={onAdd} />
          </li>
        ))}
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
}

type LinesProps = Pick<Props, 'selected' | 'onAdd'> & { tools: OutlineTools }

const SectionLines = ({ section, ...rest }: LinesProps & { section: DraftSection }) => {
  const { t } = useTranslation('course-builder')
  const [open, setOpen] = useState(true)
  const node = { kind: 'section', key: section.key } as const
  return (
    <>
      <OutlineRow
        node={node}
        title={section.title}
        selected={rest.selected === `section-${section.key}`}
        tools={rest.tools}
        lead={
          <button
            type="button"
            aria-expanded={open}
            aria-label={t('outline.fold', { name: section.title || t('outline.untitled') })}
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
        <ol>
          {section.topics.map((topic) => (
            <li key={topic.key}>
              <TopicLines topic={topic} {...rest} />
            </li>
          ))}
          <li className="ms-4">
            <AddButton
              label={t('outline.addTopic')}
              name={t('outline.addTopicTo', { name: section.title || t('outline.untitled') })}
              onClick={() => rest.onAdd({ kind: 'topic', parent: section.key })}
            />
          </li>
        </ol>
      )}
    </>
  )
}

const TopicLines = ({ topic, selected, tools, onAdd }: LinesProps & { topic: DraftTopic }) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <OutlineRow
        node={{ kind: 'topic', key: topic.key }}
        title={topic.title}
        selected={selected === `topic-${topic.key}`}
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
            items={itemKinds.map((type) => ({
              id: type,
              label: t(`types.${type}`),
              icon: <ItemSign type={type} />,
              onSelect: () => onAdd({ kind: 'item', parent: topic.key, type }),
            }))}
          />
        </li>
      </ol>
    </>
  )
}

type AddProps = React.ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  /** Says where to; the sight of it does for who sees it. */
  name: string
  ref?: React.Ref<HTMLButtonElement>
}

const AddButton = ({ label, name, ref, ...rest }: AddProps) => (
  <button
    {...rest}
    ref={ref}
    type="button"
    aria-label={name}
    className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 text-sm font-medium text-primary-text hover:bg-primary-soft pointer-coarse:min-h-11"
  >
    <Plus aria-hidden="true" size={16} />
    {label}
  </button>
)
