/** The progress of a job: accepted posts of planned posts, as the server counts them. */
import styles from './generation.module.css';

export function JobProgress({ progress, message }: { progress: number | null; message: string }) {
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span role="status">{message}</span>
        <span className="tabular">{progress === null ? '' : `${progress}%`}</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Writing posts"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress ?? undefined}
      >
        <span
          className={styles.bar}
          data-unknown={progress === null || undefined}
          style={{ width: progress === null ? undefined : `${progress}%` }}
        />
      </div>
    </div>
  );
}
