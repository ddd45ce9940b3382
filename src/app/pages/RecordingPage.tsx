import { useParams } from 'react-router-dom'
import { RecordedVideo } from '#src/features/courses/learning/index.ts'
import { RecordingElsewhere, RecordingFrame } from '#src/features/live/index.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'

/** An id that no session has: the page says that there is no such recording. */
const NOTHING = 2_147_483_647

/** /live/recordings/:sessionId: the recording of a live class in the course player. */
export const RecordingPage = () => {
  const sessionId = parseId(useParams()['sessionId']) ?? NOTHING
  return (
    <RecordingFrame key={sessionId} sessionId={sessionId}>
      {({ session, completed_at: completedAt, ...recording }, player) => (
        <div className="max-w-4xl">
          {recording.sources.every(({ mime }) => mime === 'text/html') ? (
            <RecordingElsewhere url={recording.sources[0]?.url} />
          ) : (
            <RecordedVideo
              {...player}
              video={{
                ...recording,
                id: session.id,
                title: session.title,
                isCompleted: completedAt !== null,
              }}
            />
          )}
        </div>
      )}
    </RecordingFrame>
  )
}
