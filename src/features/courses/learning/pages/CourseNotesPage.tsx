import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { noteColours } from '#contract/courses/learning.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { sendPending } from '../api/send-pending.ts'
import { useCourseNotes } from '../api/use-course-notes.ts'
import { NoteFilterBar } from '../components/course-notes/NoteFilterBar.tsx'
import { TopicNoteList } from '../components/course-notes/TopicNoteList.tsx'
import { PlayerError } from '../components/PlayerError.tsx'
import { filterNotes, notesToMarkdown, type CourseForNotes, type NoteFilters } from '../model/course-notes.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import '../notes.css'

/** /learn/course/{courseId}/notes: all notes of a course, to search, edit and export. */
export const CourseNotesPage = ({ course }: { course: CourseForNotes | null }) => {
  const { t } = useTranslation('courses/learning/notes')
  const courseId = parseId(useParams()['courseId'])
  const { notes, error, retry, change, remove } = useCourseNotes(courseId ?? 0, course)
  const [filters, setFilters] = useNoteFilters()
  const online = useOnline()
  useEffect(() => sendPending(), [])
  const isNotFound = isApiError(error) && error.status === 404
  if (courseId === null || (isNotFound && !notes))
    return <PlayerError error={error} courseId={courseId} onRetry={retry} />
  const shown = notes && filterNotes(notes, filters)
  const title = course?.title ?? ''
  const hasNotes = notes !== undefined && notes.length > 0
  return (
    <div data-paper="" className="mx-auto w-full max-w-3xl px-4 pt-6 pb-24 sm:px-8">
      <NotesHeader courseId={courseId} title={title} notes={shown ?? []} />
      {hasNotes && <NoteFilterBar filters={filters} onChange={setFilters} />}
      {shown && shown.length > 0 && (
        <p role="status" className="mb-4 text-sm text-ink-muted">
          {t('count', { count: shown.length })}
        </p>
      )}
      <ListState
        items={shown}
        failed={error !== null}
        offline={!online || isNetworkError(error)}
        filtered={hasNotes}
        loadingLabel={t('loading')}
        skeleton={<NotesSkeleton />}
        empty={{
          illustration: 'talk',
          title: t('empty'),
          text: t('emptyHint'),
          action: (
            <Link to={paths.course(courseId)} className={buttonClass()}>
              {t('toCourse')}
            </Link>
          ),
        }}
        emptyFiltered={{
          title: t('noneFound'),
          text: t('noneFoundHint'),
          clearLabel: t('clear'),
          onClear: () => setFilters({ query: '', colour: null }),
        }}
        error={{ title: t('error'), text: t('errorHint'), retryLabel: t('retry'), onRetry: retry }}
        offlineMessage={{ title: t('offline'), text: t('offlineHint') }}
      >
        {(list) => <TopicNoteList courseId={courseId} notes={list} onChange={change} onRemove={remove} />}
      </ListState>
    </div>
  )
}

const isNetworkError = (error: unknown) => isApiError(error) && error.code === 'network'

type HeaderProps = { courseId: number; title: string; notes: ReturnType<typeof filterNotes> }

/** The title, and saving or printing the notes that are shown. */
const NotesHeader = ({ courseId, title, notes }: HeaderProps) => {
  const { t } = useTranslation('courses/learning/notes')
  return (
    <PageHeader
      title={t('title')}
      text={
        <>
          <bdi>{title}</bdi>
          <span className="mt-1 block text-sm print:hidden">{t('intro')}</span>
        </>
      }
      above={
        <BackLink to={paths.course(courseId)} className="print:hidden">
          {t('back')}
        </BackLink>
      }
      actions={
        notes.length > 0 && (
          <span className="flex flex-wrap gap-3 print:hidden">
            <Button
              size="sm"
              variant="secondary"
              icon={<Download aria-hidden="true" size={18} />}
              onClick={() =>
                saveFile(`${t('fileName')} – ${title}.md`, notesToMarkdown(title, notes), 'text/markdown')
              }
            >
              {t('save')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              icon={<Printer aria-hidden="true" size={18} />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          </span>
        )
      }
    />
  )
}

/** In the URL, so that opening a note and going back shows the same list. */
const useNoteFilters = (): [NoteFilters, (next: NoteFilters) => void] => {
  const [searchParams, setSearchParams] = useSearchParams()
  const [filters, setFilters] = useState<NoteFilters>(() => ({
    query: searchParams.get('search') ?? '',
    colour: noteColours.find((colour) => colour === searchParams.get('colour')) ?? null,
  }))
  const updateFilters = (next: NoteFilters) => {
    setFilters(next)
    const { query, colour } = next
    setSearchParams({ ...(query !== '' && { search: query }), ...(colour && { colour }) }, { replace: true })
  }
  return [filters, updateFilters]
}

const NotesSkeleton = () => (
  <div className="flex flex-col gap-3">
    <Skeleton className="h-7 w-1/2" />
    {[1, 2, 3].map((note) => (
      <Skeleton key={note} className="h-24 w-full" />
    ))}
  </div>
)
