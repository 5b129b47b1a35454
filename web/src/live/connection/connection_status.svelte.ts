/** Whether the table can be reached, as the banner under the bar shows it. */

/** `waits`: connected, but the database behind the server does not answer. `back`: connected again just now. */
export type Status = 'none' | 'lost' | 'waits' | 'back';

const BACK_SHOWN_MS = 2_000;

export class ConnectionStatus {
  now = $state<Status>('none');
  #timer: ReturnType<typeof setTimeout> | undefined;

  connected(): void {
    if (this.now !== 'lost' && this.now !== 'waits') return;
    this.#set('back');
    this.#timer = setTimeout(() => (this.now = 'none'), BACK_SHOWN_MS);
  }

  lost(): void {
    this.#set('lost');
  }

  databaseAway(): void {
    this.#set('waits');
  }

  databaseAnswers(): void {
    if (this.now === 'waits') this.#set('none');
  }

  clear(): void {
    this.#set('none');
  }

  #set(status: Status): void {
    clearTimeout(this.#timer);
    this.now = status;
  }
}
