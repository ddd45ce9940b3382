/** A second door, for pages that show one course: what only they need stays out of members' first file. */
export { useCourse } from './model/use-course.ts'
