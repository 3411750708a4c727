-- Staff look through feedback: by a part of the message, by category or rating, by the request that brought it.
create index feedback_message on feedback using gin (lower(message) gin_trgm_ops);
create index feedback_category on feedback (category, created_at desc, id desc);
create index feedback_rating on feedback (rating, created_at desc, id desc);
create index feedback_request on feedback (request_id);
