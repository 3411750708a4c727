import { createContext, type ReactNode, useContext, useState } from 'react';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/toasts.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { strings } from './customer.strings.ts';
import { refreshCustomer } from './customer-calls.ts';

/** A change of a customer: what is asked before it, and the call that makes it. */
export type CustomerAction = {
  title: string;
  /** Which of the customer's things it is about, where the title does not say it. */
  thing?: string;
  text?: string;
  changes?: readonly { what: string; before: string; after: string }[];
  confirmLabel: string;
  /** What is said where the refusal has no words; null where a refusal is not told at all. */
  fallback: string | null;
  danger?: boolean;
  run: (reason: string) => Promise<{ message: string; change_id?: string | null }>;
};

const Ask = createContext<(action: CustomerAction) => void>(() => undefined);

/** Asks for the reason of a change; what can be undone is undone from the toast. */
export function useAsk(): (action: CustomerAction) => void {
  return useContext(Ask);
}

/** Holds the one dialog of a customer's page. */
export function CustomerActions({ id, children }: { id: string; children: ReactNode }) {
  const [asked, setAsked] = useState<CustomerAction | null>(null);
  return (
    <Ask.Provider value={setAsked}>
      {children}
      {asked ? (
        <ReasonDialog
          title={asked.title}
          name={`${id}:${asked.title}:${asked.thing ?? ''}`}
          changes={asked.changes ?? []}
          confirmLabel={asked.confirmLabel}
          fallback={asked.fallback}
          danger={asked.danger ?? false}
          onConfirm={(reason) => make(id, asked, reason)}
          onClose={() => setAsked(null)}
        >
          {asked.text ? <p>{asked.text}</p> : null}
        </ReasonDialog>
      ) : null}
    </Ask.Provider>
  );
}

async function make(id: string, action: CustomerAction, reason: string): Promise<void> {
  try {
    const { message, change_id: changeId } = await action.run(reason);
    const undo = { label: strings.undo, press: () => void undoNow(id, changeId ?? '') };
    notify.success(message, changeId ? { action: undo } : {});
  } catch (error) {
    if (action.fallback !== null) throw error;
  }
  await refreshCustomer();
}

/** Takes a change back and says so, or why it was refused; whether it was taken back. */
export async function undoNow(id: string, changeId: string): Promise<boolean> {
  let isUndone = false;
  try {
    await call('POST /api/admin/users/:id/undo', {
      params: { id },
      body: { change_id: changeId, reason: `Undo of change ${changeId}, right after it` },
    });
    isUndone = true;
    notify.success('Undone.');
  } catch (error) {
    notify.error(describeError(error, strings.undoFailed), { requestId: requestIdOf(error) });
  }
  await refreshCustomer();
  return isUndone;
}
