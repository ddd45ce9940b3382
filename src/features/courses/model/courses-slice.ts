/** Courses state: a list and a current course (spec 3). All other learning data is in React Query. */
import { createAsyncThunk, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { enrol, unenrol } from '#contract/courses/enrolment.ts'
import { getCourse, type CourseDetail } from '#contract/courses/outline.ts'
import { listCourses } from '#contract/courses/catalogue.ts'
import type { CourseProgress, CourseSummary } from '#contract/courses/shapes.ts'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { QueryInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { loggedOut, setUser, type AuthState } from '#src/core/session/auth-slice.ts'
import { failureOf, type Failure } from './failure.ts'

type EnrolmentArgs = {
  courseId: number
  userId: number | null
  /** Message when the server gives no reason. */ fallback: string
}

interface RequestState {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: Failure | null
  /** Only the response to the latest request counts. */
  requestId: string | null
}
export interface CoursesState {
  /** The person this data belongs to; another person starts with empty state. */
  owner: number | null
  list: RequestState & { key: string | null; page: { count: number; results: CourseSummary[] } | null }
  current: RequestState & { courseId: number | null; course: CourseDetail | null }
}

declare module '#src/core/store/store.ts' {
  interface FeatureStates {
    courses: CoursesState
  }
}

const idleRequest: RequestState = { status: 'idle', failure: null, requestId: null }
const initialState: CoursesState = {
  owner: null,
  list: { ...idleRequest, key: null, page: null },
  current: { ...idleRequest, courseId: null, course: null },
}

interface ThunkConfig<T> {
  rejectValue: T
  pendingMeta: { owner: number | null }
}

/** Records the signed-in person as the owner of the response. */
const recordOwner = {
  getPendingMeta: (_base: unknown, { getState }: { getState: () => unknown }) => ({
    owner: (getState() as { auth: AuthState }).auth.user.id,
  }),
}

/** A list request; `key` is its query string. */
export interface CourseListRequest {
  key: string
  query: Partial<Record<keyof QueryInputOf<typeof listCourses>, string | number | undefined>>
}

export const loadCourses = createAsyncThunk<
  { count: number; results: CourseSummary[] },
  CourseListRequest,
  ThunkConfig<Failure>
>(
  'courses/list',
  async ({ query }, { rejectWithValue, signal }) => {
    try {
      const { count, results } = await authedCall(listCourses, { query, signal })
      if (!Array.isArray(results)) return rejectWithValue('badFormat')
      return { count, results }
    } catch (error) {
      return rejectWithValue(failureOf(error))
    }
  },
  recordOwner,
)

export const loadCourse = createAsyncThunk<CourseDetail, number, ThunkConfig<Failure>>(
  'courses/detail',
  async (courseId, { rejectWithValue, signal }) => {
    try {
      const course = await authedCall(getCourse, { params: { courseId }, signal })
      return Array.isArray(course.sections) ? course : rejectWithValue('badFormat')
    } catch (error) {
      return rejectWithValue(failureOf(error))
    }
  },
  recordOwner,
)

/** Rejects with the message to show. */
export const enrolIn = createAsyncThunk<CourseProgress, EnrolmentArgs, { rejectValue: string }>(
  'courses/enrol',
  async ({ courseId, fallback }, { rejectWithValue }) => {
    try {
      return await authedCall(enrol, { params: { courseId } })
    } catch (error) {
      return rejectWithValue(errorText(error, fallback))
    }
  },
)

export const leaveCourse = createAsyncThunk<undefined, EnrolmentArgs, { rejectValue: string }>(
  'courses/unenrol',
  async ({ courseId, fallback }, { rejectWithValue }) => {
    try {
      await authedCall(unenrol, { params: { courseId } })
      return undefined
    } catch (error) {
      return rejectWithValue(errorText(error, fallback))
    }
  },
)

const startRequest = (request: RequestState, requestId: string) => {
  request.status = 'loading'
  request.requestId = requestId
}
const failRequest = (request: RequestState, failure: Failure | undefined) => {
  request.status = 'failed'
  request.failure = failure ?? 'unavailable'
}

const slice = createSlice({
  name: 'courses',
  initialState,
  reducers: {
    /** Shows progress that the player saved in the outline immediately. */
    progressSaved: ({ current: { course } }, { payload }: PayloadAction<ProgressResult>) => {
      if (course?.id !== payload.course.course_id) return
      course.progress = payload.course
      for (const topic of course.sections.flatMap((section) => section.topics)) {
        if (topic.id === payload.topic.id) topic.state = payload.topic.state
        for (const item of topic.items) if (item.id === payload.item.id) item.state = payload.item.state
      }
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loadCourses.pending, (state, { meta }) => {
        state.owner = meta.owner
        startRequest(state.list, meta.requestId)
      })
      .addCase(loadCourses.fulfilled, ({ list }, { meta, payload }) => {
        if (list.requestId !== meta.requestId) return
        Object.assign(list, { status: 'ready', failure: null, page: payload })
        list.key = meta.arg.key
      })
      .addCase(loadCourses.rejected, ({ list }, { meta, payload }) => {
        if (list.requestId !== meta.requestId || meta.aborted) return
        failRequest(list, payload)
        // An earlier response to the same request stays visible; one to another request would be wrong.
        if (list.key !== meta.arg.key) list.page = null
      })
      .addCase(loadCourse.pending, (state, { meta }) => {
        const { current } = state
        state.owner = meta.owner
        if (current.courseId !== meta.arg) Object.assign(current, { course: null, failure: null })
        current.courseId = meta.arg
        startRequest(current, meta.requestId)
      })
      .addCase(loadCourse.fulfilled, ({ current }, { meta, payload }) => {
        if (current.requestId !== meta.requestId) return
        Object.assign(current, { status: 'ready', failure: null, course: payload })
      })
      .addCase(loadCourse.rejected, ({ current }, { meta, payload }) => {
        if (current.requestId !== meta.requestId || meta.aborted) return
        failRequest(current, payload)
        if (payload === 'notFound') current.course = null
      })
      // Enrol adds the id, unenrol removes it (spec 3).
      .addCase(enrolIn.fulfilled, ({ current: { course } }, { meta, payload }) => {
        if (course?.id !== meta.arg.courseId) return
        course.progress = payload
        const { userId } = meta.arg
        if (userId !== null && !course.enrolled_students.includes(userId))
          course.enrolled_students.push(userId)
      })
      .addCase(leaveCourse.fulfilled, ({ current: { course } }, { meta }) => {
        if (course?.id !== meta.arg.courseId) return
        course.progress = null
        course.enrolled_students = course.enrolled_students.filter((id) => id !== meta.arg.userId)
      })
      .addCase(loggedOut, () => initialState)
      .addCase(setUser, (state, { payload: { id } }) => {
        const isOtherPerson = typeof id === 'number' && state.owner !== null && state.owner !== id
        return isOtherPerson ? initialState : state
      })
  },
})

export const coursesReducer = slice.reducer
export const { progressSaved } = slice.actions

interface WithCourses {
  courses: CoursesState
}
export const selectCourseList = (state: WithCourses) => state.courses.list
export const selectCurrentCourse = (state: WithCourses) => state.courses.current
