/** What the learning home is opened for travels together. */
export { ContinueLearning } from './components/home/ContinueLearning.tsx'
export { Greeting } from './components/home/Greeting.tsx'
